/** A place in a form: coordinates may still be text. */
export interface TypedPlace {
  text: string
  latitude: number | string | null
  longitude: number | string | null
}

/** Maximum absolute values of coordinates, in degrees. */
export const mostDegrees = { latitude: 90, longitude: 180 } as const

const names = ['latitude', 'longitude'] as const

const isBlank = (typed: unknown) => typed === null || typed === undefined || String(typed).trim() === ''

/** Converts a value to a place; missing parts are empty. */
export const getPlace = (value: unknown): TypedPlace => ({
  text: '',
  latitude: null,
  longitude: null,
  ...(value as Partial<TypedPlace> | null | undefined),
})

/** Whether a place is completely empty. */
export function isNowhere(value: unknown): boolean {
  const { text, latitude, longitude } = getPlace(value)
  return isBlank(text) && isBlank(latitude) && isBlank(longitude)
}

/** The invalid coordinate; undefined when both are valid or empty. */
export function wrongDegrees(value: unknown): (typeof names)[number] | undefined {
  const place = getPlace(value)
  return names.find((name) => !isBlank(place[name]) && !(Math.abs(Number(place[name])) <= mostDegrees[name]))
}

/** Converts to the request format: coordinates as numbers, an empty place as null. */
export function placeToWire(value: unknown): TypedPlace | null {
  if (isNowhere(value)) return null
  const { text, latitude, longitude } = getPlace(value)
  const degrees = (typed: number | string | null) => (isBlank(typed) ? null : Number.isNaN(Number(typed)) ? typed : Number(typed))
  return { text, latitude: degrees(latitude), longitude: degrees(longitude) }
}
