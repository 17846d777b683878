declare module "virtual:small-script" {
  /** The address of our own script (not React), which every page carries. */
  export const smallScript: string
}
