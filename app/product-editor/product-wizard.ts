import { redirect } from "react-router"
import { z } from "zod"
import { formActions, type Submission } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { flash } from "#app/ui/flash.ts"
import {
  discardProductDraft,
  type ProductDraft,
  readProductDraft,
} from "#core/catalog/product-draft.server.ts"
import {
  ANSWERS,
  categoryStepFor,
  descriptionStepFor,
  furthestStep,
  type ProductAnswers,
  STEP,
  type Step,
  sizeStep,
  stepBeside,
} from "#core/catalog/product-steps.ts"
import {
  addDraftImage,
  listSize,
  orderDraftImages,
  publishDraft,
  removeDraftImage,
  saveProductAnswers,
  unlistSize,
} from "#core/catalog/product-wizard.server.ts"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { publishInput } from "./publish-input.ts"
import { addUploads, orderIn } from "./upload.ts"

const EMPTY: ProductDraft = { id: "", answers: {}, sizes: [], images: [] }

/**
 * The wizard's data: the draft, and the step in the URL, limited to the steps that the draft has reached. `begun`: the
 * step that an earlier draft has reached, if the URL has no step; otherwise null.
 */
export async function loadWizard(ctx: SellerContext, request: Request) {
  const draft = (await readProductDraft(ctx)) ?? EMPTY
  const furthest = furthestStep(draft.answers, draft.sizes)
  const isFromElsewhere = draft.id !== "" && !new URL(request.url).searchParams.has("step")
  return { draft, step: stepIn(request, furthest), begun: isFromElsewhere ? furthest : null }
}

/** Next, Back, Submit and the buttons of the lists. */
export const submitWizard = formActions("seller", {
  next: [noInput, goOn],
  back: [
    noInput,
    async (ctx, _input, { request, formData }) => {
      const { draft, step } = await loadWizard(ctx, request)
      if (step <= STEP.description) await saveProductAnswers(ctx, answersIn(formData))
      return redirect(stepUrl(stepBeside(step, -1, draft.answers.category)))
    },
  ],
  discard: [
    noInput,
    async (ctx) => {
      await discardProductDraft(ctx)
      return redirect(stepUrl(STEP.category))
    },
  ],
  "add-size": [sizeStep, addSize(STEP.sizes)],
  "delete-size": [
    z.object({ size: z.string().default("") }),
    async (ctx, { size }) => {
      await unlistSize(ctx, size)
      return redirect(stepUrl(STEP.sizes))
    },
  ],
  "add-image": [
    noInput,
    async (ctx, _input, { formData, idempotencyKey }) => {
      await addUploads(formData, idempotencyKey, (upload) => addDraftImage(ctx, upload))
      return redirect(stepUrl(STEP.images))
    },
  ],
  "delete-image": [
    z.object({ imageId: z.string() }),
    async (ctx, { imageId }) => {
      await removeDraftImage(ctx, imageId)
      return redirect(stepUrl(STEP.images))
    },
  ],
  "order-images": [
    z.object({ order: z.string() }),
    async (ctx, _input, { formData }) => {
      await orderDraftImages(ctx, orderIn(formData))
      return redirect(stepUrl(STEP.images))
    },
  ],
})

async function goOn(ctx: SellerContext, _input: object, { request, formData: form }: Submission) {
  // A second tab may submit after the first has published: publishing again returns the same result.
  if (form.has("draftId")) return publish(ctx, form)
  const { draft, step } = await loadWizard(ctx, request)
  const { category } = draft.answers
  switch (step) {
    case STEP.category:
      return saveStep(ctx, form, categoryStepFor(String(form.get("category") ?? "")), step)
    case STEP.description:
      return saveStep(ctx, form, descriptionStepFor(category), step, category)
    case STEP.sizes: {
      const size = String(form.get("size") ?? "")
      const isListed = draft.sizes.some((listed) => listed.size === size)
      if (!isListed && (size || form.get("price")))
        return submitForm(form, sizeStep, (entry) => addSize(STEP.images)(ctx, entry))
      return submitForm(form, noInput, async () => {
        if (draft.sizes.length === 0) throw new DomainError("invalid", "Add at least one size.")
        const headers = isListed
          ? flash(`Size ${size} was already in the list, so it wasn't changed.`)
          : new Headers()
        return redirect(stepUrl(STEP.images), { headers })
      })
    }
    case STEP.images:
      return publish(ctx, form)
  }
}

const publish = (ctx: SellerContext, form: FormData) =>
  submitForm(form, publishInput, async ({ draftId }) => {
    await publishDraft(ctx, draftId)
    return redirect("/market-dashboard", { headers: flash("Your product is listed.") })
  })

const saveStep = (
  ctx: SellerContext,
  form: FormData,
  schema: ReturnType<typeof categoryStepFor> | ReturnType<typeof descriptionStepFor>,
  step: Step,
  known?: string,
) =>
  submitForm(form, schema as z.ZodType<ProductAnswers>, async (answers) => {
    await saveProductAnswers(ctx, answers)
    return redirect(stepUrl(stepBeside(step, 1, answers.category ?? known)))
  })

function addSize(next: Step) {
  return async (ctx: SellerContext, entry: z.output<typeof sizeStep>) => {
    await listSize(ctx, entry)
    return redirect(stepUrl(next))
  }
}

function stepIn(request: Request, furthest: Step): Step {
  const wanted = Number(new URL(request.url).searchParams.get("step") ?? 1)
  const step = Object.values(STEP).find((one) => one === wanted) ?? STEP.category
  return step > furthest ? furthest : step
}

const stepUrl = (step: Step) => `/add-product?step=${step}`

/** The values in the form, valid or not. */
function answersIn(form: FormData): ProductAnswers {
  const typed = ANSWERS.flatMap((name) => {
    const value = form.get(name)
    return typeof value === "string" ? [[name, value]] : []
  })
  return Object.fromEntries(typed)
}
