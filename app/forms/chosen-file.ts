/** The file in a form's field; null if none was chosen, which browsers send as an empty file. */
export const chosenFile = (form: FormData, name: string): File | null => chosenFiles(form, name)[0] ?? null

/** The files in a field that takes several. */
export const chosenFiles = (form: FormData, name: string): File[] =>
  form.getAll(name).filter((file) => file instanceof File && file.size > 0) as File[]

export const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer())
