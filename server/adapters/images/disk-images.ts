import { diskFiles } from "../files/disk-files.ts"
import { type KeptImages, keptImages } from "./kept-images.ts"

/** Images on this machine's disk, or on a volume that several machines share. */
export const diskImages = (options: { directory: string; secret: string }): KeptImages =>
  keptImages({ files: diskFiles(options.directory), secret: options.secret })
