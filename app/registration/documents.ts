import type { DocumentName } from "#core/registration/registration-inputs.ts"

export type DocumentField = { field: DocumentName; label: string }

/** The images of an application, in the order in which they are asked for. */
export const DOCUMENTS: Record<"seller" | "deliverer", readonly DocumentField[]> = {
  seller: [
    { field: "id", label: "Photo ID of the owner" },
    { field: "pictureOfMarket", label: "Picture of the market" },
    { field: "certificate", label: "Certificate or license" },
  ],
  deliverer: [{ field: "id", label: "Photo ID" }],
}
