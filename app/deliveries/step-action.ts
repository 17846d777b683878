import { redirect } from "react-router"
import { z } from "zod"
import { formActions } from "#app/forms/form-actions.ts"
import { flash } from "#app/ui/flash.ts"
import {
  deliverDelivery,
  giveBackDelivery,
  pickUpDelivery,
  takeDelivery,
} from "#core/deliveries/courier-steps.server.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import { NO_PHOTO } from "./no-photo.ts"

/** Browsers send an untouched file field as a file of no bytes. */
const photo = z.instanceof(File, { error: NO_PHOTO }).refine(({ size }) => size > 0, NO_PHOTO)
const delivery = z.object({ deliveryId: z.string() })

const back = (text: string) => redirect("/deliveries", { headers: flash(text) })

/** The deliveries page's forms for taps without JavaScript. */
export const stepAction = formActions("deliverer", {
  take: [
    delivery,
    (ctx, { deliveryId }) => takeDelivery(ctx, deliveryId).then(() => back("The delivery is yours.")),
  ],
  pickUp: [
    delivery,
    (ctx, { deliveryId }) =>
      pickUpDelivery(ctx, deliveryId).then(() => back("Picked up. Next, deliver it to the customer.")),
  ],
  giveBack: [
    delivery,
    (ctx, { deliveryId }) =>
      giveBackDelivery(ctx, deliveryId).then(() =>
        back("You gave the delivery back. Others can take it now."),
      ),
  ],
  deliver: [
    delivery.extend({ photo }),
    async (ctx, { deliveryId, photo }) => {
      await deliverDelivery(ctx, { deliveryId, photo: new Uint8Array(await photo.arrayBuffer()) })
      return back("Delivered. Thank you!")
    },
    { mark: { file_too_large: ["photo"], file_not_image: ["photo"] } },
  ],
  dismiss: [
    z.object({ notificationId: z.string() }),
    (ctx, { notificationId }, { url }) =>
      markSeen(ctx, notificationId).then(() => redirect(`/deliveries${url.search}`)),
  ],
})
