import { sendDeviceLink } from "#core/notifications/send-account-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendDeviceLinkEmail: Handler<"send-device-link-email"> = (ctx, payload, job) =>
  sendDeviceLink(ctx, payload, job.id)
