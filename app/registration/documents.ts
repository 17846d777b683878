import type { DocumentName } from "#core/registration/registration-inputs.ts"

export type DocumentField = {
  field: DocumentName
  label: string
  /** Who besides the admin will see the image. */
  note?: string
}

/** The images of an application, in the form's order. */
export const DOCUMENTS: Record<"seller" | "deliverer", readonly DocumentField[]> = {
  seller: [
    { field: "id", label: "Photo ID of the owner" },
    {
      field: "pictureOfMarket",
      label: "Photo of the market",
      note: "Customers see it on your market's page.",
    },
    { field: "certificate", label: "Certificate or license" },
  ],
  deliverer: [{ field: "id", label: "Photo ID" }],
}
