import type { Tone } from './result-tones.ts'

const NOTES: Record<Tone, readonly [hertz: number, seconds: number][]> = {
  good: [[880, 0.12]],
  warn: [
    [520, 0.12],
    [520, 0.12],
  ],
  bad: [[200, 0.4]],
}
const SHAKES: Record<Tone, number[]> = { good: [80], warn: [80, 60, 80], bad: [300] }

let context: AudioContext | undefined

/** Sound and vibration for a result, for staff who do not look at the screen. */
export function sound(tone: Tone): void {
  navigator.vibrate?.(SHAKES[tone])
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // Browsers allow sound only after a user gesture.
  void context.resume().catch(() => undefined)
  let at = context.currentTime
  for (const [hertz, seconds] of NOTES[tone]) {
    const [tune, gain] = [context.createOscillator(), context.createGain()]
    tune.frequency.value = hertz
    gain.gain.value = 0.15
    tune.connect(gain).connect(context.destination)
    tune.start(at)
    tune.stop(at + seconds)
    at += seconds + 0.06
  }
}
