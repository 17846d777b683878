import type { Plugin } from "vite"

const IMPORT = /await import\([^()]*\)/

/**
 * Has React Router import a page's module by `window.__importModule` (patient-import.ts), as it offers no other way in.
 * A release of it that reads otherwise fails the build. While developing its files are packed by Vite, and stay as they are.
 */
export function patientModules(): Plugin {
  return {
    name: "pushcart:patient-modules",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/].*[\\/]routeModules\.js$/ },
      handler(code) {
        if (!IMPORT.test(code))
          throw new Error("React Router imports the modules of pages in another way now.")
        return code.replace(IMPORT, "await window.__importModule(route.module)")
      },
    },
  }
}
