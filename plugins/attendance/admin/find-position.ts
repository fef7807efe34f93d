/** A position for a punch; texts, because coordinates are exact decimals. */
export interface PunchPosition {
  lat: string
  lng: string
  accuracy_m: number
}

/** How long a punch waits for the position, in milliseconds. A punch without a position is better than a late one. */
const WAIT_MS = 5_000
const DECIMALS = 6

/** The position of the device; undefined when the person declines, or it takes too long. */
export function findPosition(): Promise<PunchPosition | undefined> {
  if (!('geolocation' in navigator)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), WAIT_MS)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(timer)
        const [lat, lng] = [coords.latitude.toFixed(DECIMALS), coords.longitude.toFixed(DECIMALS)]
        resolve({ lat, lng, accuracy_m: Math.round(coords.accuracy) })
      },
      () => {
        clearTimeout(timer)
        resolve(undefined)
      },
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 60_000 },
    )
  })
}
