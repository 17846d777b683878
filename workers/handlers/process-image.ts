import { processImage } from "#core/images/process-image.server.ts"
import type { Handler } from "#workers/handler.ts"

export const processImageJob: Handler<"process-image"> = (ctx, payload) => processImage(ctx, payload)
