/** A place while it is typed: degrees may still be text. */
export interface TypedPlace {
  text: string
  latitude: number | string | null
  longitude: number | string | null
}

/** How far degrees go either way. */
export const mostDegrees = { latitude: 90, longitude: 180 } as const

const names = ['latitude', 'longitude'] as const

const isBlank = (typed: unknown) => typed === null || typed === undefined || String(typed).trim() === ''

/** A field's value as a place; what it lacks is empty. */
export const getPlace = (value: unknown): TypedPlace => ({
  text: '',
  latitude: null,
  longitude: null,
  ...(value as Partial<TypedPlace> | null | undefined),
})

/** Whether nothing at all was said. */
export function isNowhere(value: unknown): boolean {
  const { text, latitude, longitude } = getPlace(value)
  return isBlank(text) && isBlank(latitude) && isBlank(longitude)
}

/** Which of the degrees is none; undefined when both are right or left open. */
export function wrongDegrees(value: unknown): (typeof names)[number] | undefined {
  const place = getPlace(value)
  return names.find((name) => !isBlank(place[name]) && !(Math.abs(Number(place[name])) <= mostDegrees[name]))
}

/** The value the server wants: degrees are numbers, and nowhere is none. */
export function placeToWire(value: unknown): TypedPlace | null {
  if (isNowhere(value)) return null
  const { text, latitude, longitude } = getPlace(value)
  const degrees = (typed: number | string | null) => (isBlank(typed) ? null : Number.isNaN(Number(typed)) ? typed : Number(typed))
  return { text, latitude: degrees(latitude), longitude: degrees(longitude) }
}
