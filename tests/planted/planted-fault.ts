/** A fault of one line, and the test that has to turn red because of it. */
export interface PlantedFault {
  /** What is broken, in plain words. With its category it names the fault, so it is there once. */
  title: string
  /** The file to break, from the root of the repository. */
  file: string
  /** The text to replace. It has to occur exactly once in the file. */
  find: string
  replace: string
  test: {
    file: string
    /** The test's own name; with its groups, as in "cart > adds once", where the name alone is there twice. */
    name: string
  }
}

export type ListedFault = PlantedFault & { category: string }

/** How reports call a fault, and what `--sample` draws lots about. */
export const nameOf = ({ category, title }: ListedFault): string => `${category}: ${title}`
