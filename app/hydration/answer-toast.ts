import type { DataStrategyResult, MiddlewareFunction } from "react-router"
import type { InPlaceAnswer } from "../forms/in-place.ts"
import { toast } from "../ui/toast.ts"

/**
 * Shows the toast of a response to a form that updates its page in place, as soon as the response comes. With a cookie
 * and the page's data, one of two quick presses could lose its toast: the page load after the first clears the second's
 * cookie.
 */
export const showAnswerToast: MiddlewareFunction<Record<string, DataStrategyResult>> = async (_, next) => {
  const results = await next()
  for (const { result } of Object.values(results))
    if (isInPlaceAnswer(result) && result.data.inPlaceToast) {
      const { text, kind, link } = result.data.inPlaceToast
      toast(text, kind, link)
    }
  return results
}

const isInPlaceAnswer = (result: unknown): result is { data: InPlaceAnswer } =>
  typeof result === "object" &&
  result !== null &&
  "data" in result &&
  typeof result.data === "object" &&
  result.data !== null &&
  "inPlaceToast" in result.data
