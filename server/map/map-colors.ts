/** The map by day and by night, close to the palette of app/ui/tokens.css, which MapLibre cannot read. */
export const MAP_COLORS = {
  light: {
    water: "#c5dfee",
    waterName: "#3c6c8a",
    land: "#f5f0e2",
    border: "#a9a288",
    county: "#d5cfb9",
    park: "#cbe6c4",
    building: "#e9e2cf",
    road: "#ffffff",
    mainRoad: "#f8e2ae",
    roadEdge: "#ddd5bf",
    rail: "#c2bba6",
    name: "#2f3d33",
    softName: "#5d665c",
    zip: "#7a6a44",
    halo: "#fbf8f0",
  },
  dark: {
    water: "#13212b",
    waterName: "#7ea6bf",
    land: "#202b24",
    border: "#5d6d61",
    county: "#35423a",
    park: "#22392a",
    building: "#28342c",
    road: "#3a473f",
    mainRoad: "#57573f",
    roadEdge: "#1a231d",
    rail: "#4a564d",
    name: "#e6ebe2",
    softName: "#b3bfb4",
    zip: "#c9ba8e",
    halo: "#18201b",
  },
} as const

export type MapTheme = keyof typeof MAP_COLORS
export type MapColors = Record<keyof (typeof MAP_COLORS)["light"], string>
