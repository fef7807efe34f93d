/** The used part of the `BarcodeDetector` API. */
export interface Detector {
  detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

interface Native {
  new (): Detector
  getSupportedFormats(): Promise<string[]>
}

/** The native detector, if it supports all our formats: some browsers have the class without formats. */
async function nativeReader(): Promise<Detector | undefined> {
  const NativeDetector: unknown = Reflect.get(window, 'BarcodeDetector')
  if (typeof NativeDetector !== 'function') return undefined
  const formats = await (NativeDetector as Native).getSupportedFormats().catch((): string[] => [])
  return formats.includes('qr_code') && formats.includes('code_128') ? new (NativeDetector as Native)() : undefined
}

let made: Promise<Detector> | undefined

/** A code detector: native, or the bundled one, which is loaded on first use. */
export function detector(): Promise<Detector> {
  made ??= nativeReader().then(async (nativeDetector) => nativeDetector ?? (await import('./reader.ts')).makeReader())
  // After a network error the next call tries again.
  made.catch(() => (made = undefined))
  return made
}

/** Preloads the detector with a detection on an empty image, for offline use. */
export async function warmReader(): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 8
  await (await detector()).detect(canvas as unknown as HTMLVideoElement).catch(() => [])
}
