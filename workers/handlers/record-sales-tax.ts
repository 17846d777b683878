import { recordSalesTax } from "#core/orders/record-sales-tax.server.ts"
import type { Handler } from "#workers/handler.ts"

export const recordSalesTaxJob: Handler<"record-sales-tax"> = recordSalesTax
