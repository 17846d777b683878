import { Form } from "react-router"
import { orRedirect } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { BegunDraft } from "#app/product-editor/begun-draft.tsx"
import { CategoryStep } from "#app/product-editor/category-step.tsx"
import { DescriptionStep } from "#app/product-editor/description-step.tsx"
import { ImagesStep } from "#app/product-editor/images-step.tsx"
import { loadWizard, submitWizard } from "#app/product-editor/product-wizard.ts"
import { SizesStep } from "#app/product-editor/sizes-step.tsx"
import { Button } from "#app/ui/button.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { ProgressBar } from "#app/ui/wayfinding.tsx"
import { isApparel } from "#core/catalog/categories.ts"
import { requireSellingMarket } from "#core/catalog/market-queries.server.ts"
import { STEP } from "#core/catalog/product-steps.ts"
import type { SellerContext } from "#core/context.ts"
import type { Route } from "./+types/add-product.ts"

export const meta: Route.MetaFunction = () => [{ title: "Insert a Product — Pushcart" }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  await turnAwayUnlessSelling(ctx)
  return loadWizard(ctx, request)
}

export async function action(args: Route.ActionArgs) {
  await turnAwayUnlessSelling(requireContext(args.context, "seller"))
  return submitWizard(args)
}

/** Redirects to the dashboard, whose status card shows what is missing. */
async function turnAwayUnlessSelling(ctx: SellerContext): Promise<void> {
  await orRedirect("/market-dashboard", requireSellingMarket(ctx), { only: "not_allowed" })
}

export default function AddProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, step, begun } = loaderData
  const { answers, sizes, images } = draft
  const sized = isApparel(answers.category ?? "")
  const steps = sized ? ["Category", "Description", "Sizes", "Images"] : ["Category", "Description", "Images"]
  useLive(({ data }) => changed(data, "pictures"))
  return (
    <div className="stack narrow">
      <h1>Insert a Product</h1>
      {begun && <BegunDraft answers={answers} furthest={begun} />}
      <ProgressBar steps={steps} current={Math.min(step, steps.length) - 1} />
      {step === STEP.category && <CategoryStep answers={answers} answer={actionData} />}
      {step === STEP.description && <DescriptionStep answers={answers} answer={actionData} />}
      {step === STEP.sizes && <SizesStep answers={answers} sizes={sizes} answer={actionData} />}
      {step === STEP.images && (
        <ImagesStep
          draftId={draft.id}
          images={images}
          category={answers.category ?? ""}
          answer={actionData}
        />
      )}
      {draft.id && !begun && (
        <Form method="post" className="split">
          <p className="soft">What you entered is saved, on every device.</p>
          <Button kind="plain" small name="intent" value="discard">
            Start over
          </Button>
        </Form>
      )}
      <PageToast message={actionData?.toast} />
    </div>
  )
}
