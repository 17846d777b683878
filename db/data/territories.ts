/** The island territories' zips (USPS ranges); GeoNames lists none of them under the United States. */
export const TERRITORIES = {
  PR: { name: "Puerto Rico", zips: /^00[679]/, timeZone: "America/Puerto_Rico" },
  VI: { name: "US Virgin Islands", zips: /^008/, timeZone: "America/St_Thomas" },
  AS: { name: "American Samoa", zips: /^96799$/, timeZone: "Pacific/Pago_Pago" },
  MP: { name: "Northern Mariana Islands", zips: /^9695[0-2]$/, timeZone: "Pacific/Saipan" },
  GU: { name: "Guam", zips: /^969[123]/, timeZone: "Pacific/Guam" },
} as const

export type TerritoryCode = keyof typeof TERRITORIES
