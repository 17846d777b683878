import { locateMarket } from "#core/places/locate-market.server.ts"
import type { Handler } from "#workers/handler.ts"

export const locateMarketJob: Handler<"locate-market"> = locateMarket
