/** A point on the earth, in degrees. */
export interface Position {
  latitude: number
  longitude: number
}

/** A site with the radius in which punches are expected, in metres. */
export interface Geofence extends Position {
  radius_m: number
}

const EARTH_M = 6_371_000
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** Distance of two points in whole metres, by the haversine formula. */
export function getDistance(one: Position, other: Position): number {
  const [from, to] = [toRadians(one.latitude), toRadians(other.latitude)]
  const half = Math.sin((to - from) / 2) ** 2
  const across = Math.sin(toRadians(other.longitude - one.longitude) / 2) ** 2
  return Math.round(2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(half + Math.cos(from) * Math.cos(to) * across))))
}

/** The distance to the nearest site, and whether the point is outside the radius of every site; null without sites. */
export function locate(position: Position, sites: readonly Geofence[]): { distance_m: number; outside: boolean } | null {
  if (sites.length === 0) return null
  const distances = sites.map((site) => getDistance(position, site))
  return { distance_m: Math.min(...distances), outside: sites.every((site, n) => (distances[n] ?? 0) > site.radius_m) }
}
