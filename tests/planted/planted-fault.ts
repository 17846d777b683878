/** A fault of one line, and the test that has to fail because of it. */
export interface PlantedFault {
  /** The fault in plain words. With its category it is the fault's name, so it must be unique. */
  title: string
  /** The file to break, from the root of the repository. */
  file: string
  /** The text to replace. It has to occur exactly once in the file. */
  find: string
  replace: string
  test: {
    file: string
    /** The test's own name, or with its groups, as in "cart > adds once", where the name alone is not unique. */
    name: string
  }
}

export type ListedFault = PlantedFault & { category: string }

/** Returns the fault's name in reports, which is also the key for `--sample`. */
export const nameOf = ({ category, title }: ListedFault): string => `${category}: ${title}`
