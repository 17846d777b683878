import { data, redirect } from "react-router"
import { z } from "zod"
import { readForm } from "#app/forms/read-form.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { flash } from "#app/ui/flash.ts"
import type { CourierContext } from "#core/context.ts"
import { deliverDelivery } from "#core/deliveries/deliver-delivery.server.ts"
import { giveBackDelivery } from "#core/deliveries/give-back-delivery.server.ts"
import { pickUpDelivery } from "#core/deliveries/pick-up-delivery.server.ts"
import { takeDelivery } from "#core/deliveries/take-delivery.server.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import { NO_PHOTO } from "./no-photo.ts"

const deliveryId = z.string()
/** Browsers send an untouched file field as a file of no bytes. */
const photo = z.instanceof(File, { error: NO_PHOTO }).refine(({ size }) => size > 0, NO_PHOTO)
const INTENTS: readonly unknown[] = ["take", "pickUp", "giveBack", "deliver", "dismiss"]
const stepInput = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["take", "pickUp", "giveBack"]), deliveryId }),
  z.object({ intent: z.literal("deliver"), deliveryId, photo }),
  z.object({ intent: z.literal("dismiss"), notificationId: z.string() }),
])

/** The deliveries page's forms where no JavaScript took the tap. */
export async function stepAction(ctx: CourierContext, request: Request) {
  const form = await readForm(request)
  if (!INTENTS.includes(form.get("intent"))) throw data(null, { status: 400 })
  return submitForm(
    form,
    stepInput,
    async (input) => {
      const done = await step(ctx, input)
      return redirect("/deliveries", done ? { headers: flash(done) } : undefined)
    },
    { mark: { file_too_large: ["photo"], file_not_image: ["photo"] } },
  )
}

/** Answers what the courier reads afterwards, if anything. */
async function step(ctx: CourierContext, input: z.output<typeof stepInput>): Promise<string | null> {
  switch (input.intent) {
    case "take":
      await takeDelivery(ctx, input.deliveryId)
      return "The delivery is yours."
    case "pickUp":
      await pickUpDelivery(ctx, input.deliveryId)
      return "Picked up. Now to the customer."
    case "giveBack":
      await giveBackDelivery(ctx, input.deliveryId)
      return "Given back. Others can take it now."
    case "dismiss":
      await markSeen(ctx, input.notificationId)
      return null
    case "deliver": {
      const photo = new Uint8Array(await input.photo.arrayBuffer())
      await deliverDelivery(ctx, { deliveryId: input.deliveryId, photo })
      return "Delivered. Thank you!"
    }
  }
}
