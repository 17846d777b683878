import { data, redirect } from "react-router"
import { z } from "zod"
import { readForm } from "#app/forms/read-form.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { flash } from "#app/ui/flash.ts"
import { addDraftImage, orderDraftImages, removeDraftImage } from "#core/catalog/draft-images.server.ts"
import { listSize, unlistSize } from "#core/catalog/list-size.server.ts"
import {
  discardProductDraft,
  type ProductDraft,
  readProductDraft,
} from "#core/catalog/product-draft.server.ts"
import {
  categoryStepFor,
  descriptionStepFor,
  furthestStep,
  type ProductAnswers,
  STEP,
  type Step,
  sizeStep,
  stepBeside,
} from "#core/catalog/product-steps.ts"
import { publishDraft } from "#core/catalog/publish-draft.server.ts"
import { saveProductAnswers } from "#core/catalog/save-product-answers.server.ts"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { publishInput } from "./publish-input.ts"
import { addUploads, orderIn } from "./upload.ts"

const EMPTY: ProductDraft = { id: "", answers: {}, sizes: [], images: [] }

/**
 * What the wizard's page shows: the step in the address, as far as the draft has come, and the draft. `begun`: an
 * address without a step comes from elsewhere, to an earlier draft that has come so far.
 */
export async function loadWizard(ctx: SellerContext, request: Request) {
  const draft = (await readProductDraft(ctx)) ?? EMPTY
  const furthest = furthestStep(draft.answers, draft.sizes)
  const isFromElsewhere = draft.id !== "" && !new URL(request.url).searchParams.has("step")
  return { draft, step: stepIn(request, furthest), begun: isFromElsewhere ? furthest : null }
}

/** Next, Back, Submit and the lists' own buttons. */
export async function submitWizard(ctx: SellerContext, request: Request) {
  const { draft, step } = await loadWizard(ctx, request)
  const { category } = draft.answers
  const form = await readForm(request.clone())
  // Sent from a second tab, the draft is gone and its product listed: asked again, it is told again.
  if (form.get("intent") === "next" && form.has("draftId")) return publish(ctx, request)
  switch (form.get("intent")) {
    case "back":
      if (step <= STEP.description) await saveProductAnswers(ctx, answersIn(form))
      return redirect(stepUrl(stepBeside(step, -1, category)))
    case "discard":
      await discardProductDraft(ctx)
      return redirect(stepUrl(STEP.category))
    case "add-size":
      return addSize(ctx, request, STEP.sizes)
    case "delete-size":
      await unlistSize(ctx, String(form.get("size") ?? ""))
      return redirect(stepUrl(STEP.sizes))
    case "add-image":
      return addImages(ctx, request)
    case "delete-image":
      await removeDraftImage(ctx, String(form.get("imageId") ?? ""))
      return redirect(stepUrl(STEP.images))
    case "order-images":
      await orderDraftImages(ctx, orderIn(form))
      return redirect(stepUrl(STEP.images))
    case "next":
      return goOn(ctx, request, { step, category, form, listed: draft.sizes.map(({ size }) => size) })
    default:
      throw data(null, { status: 400 })
  }
}

type Here = { step: Step; category: string | undefined; form: FormData; listed: readonly string[] }

function goOn(ctx: SellerContext, request: Request, { step, category, form, listed }: Here) {
  switch (step) {
    case STEP.category:
      return saveStep(ctx, request, categoryStepFor(String(form.get("category") ?? "")), step)
    case STEP.description:
      return saveStep(ctx, request, descriptionStepFor(category), step, category)
    case STEP.sizes: {
      const size = String(form.get("size") ?? "")
      const isListed = listed.includes(size)
      if (!isListed && (size || form.get("price"))) return addSize(ctx, request, STEP.images)
      return submitForm(request, z.object({}), async () => {
        if (listed.length === 0) throw new DomainError("invalid", "Add at least one size.")
        const headers = isListed ? flash(`Size ${size} stays as it is in the list.`) : new Headers()
        return redirect(stepUrl(STEP.images), { headers })
      })
    }
    case STEP.images:
      return publish(ctx, request)
  }
}

const publish = (ctx: SellerContext, request: Request) =>
  submitForm(request, publishInput, async ({ draftId }) => {
    await publishDraft(ctx, draftId)
    return redirect("/market-dashboard", { headers: flash("Your product is listed.") })
  })

const saveStep = (
  ctx: SellerContext,
  request: Request,
  schema: ReturnType<typeof categoryStepFor> | ReturnType<typeof descriptionStepFor>,
  step: Step,
  known?: string,
) =>
  submitForm(request, schema as z.ZodType<ProductAnswers>, async (answers) => {
    await saveProductAnswers(ctx, answers)
    return redirect(stepUrl(stepBeside(step, 1, answers.category ?? known)))
  })

const addSize = (ctx: SellerContext, request: Request, next: Step) =>
  submitForm(request, sizeStep, async (entry) => {
    await listSize(ctx, entry)
    return redirect(stepUrl(next))
  })

const addImages = (ctx: SellerContext, request: Request) =>
  submitForm(request, z.object({}), async (_input, { formData, idempotencyKey }) => {
    await addUploads(formData, idempotencyKey, (upload) => addDraftImage(ctx, upload))
    return redirect(stepUrl(STEP.images))
  })

function stepIn(request: Request, furthest: Step): Step {
  const wanted = Number(new URL(request.url).searchParams.get("step") ?? 1)
  const step = Object.values(STEP).find((one) => one === wanted) ?? STEP.category
  return step > furthest ? furthest : step
}

const stepUrl = (step: Step) => `/add-product?step=${step}`

const ANSWERS = [
  "category",
  "price",
  "stock",
  "unit",
  "unitAmount",
  "section",
  "description",
  "name",
  "gender",
  "age",
] as const

/** What stands in the form, right or wrong. */
function answersIn(form: FormData): ProductAnswers {
  const typed = ANSWERS.flatMap((name) => {
    const value = form.get(name)
    return typeof value === "string" ? [[name, value]] : []
  })
  return Object.fromEntries(typed)
}
