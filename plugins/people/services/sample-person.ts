import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from 'stoa'
import type { SeededRandom } from 'stoa/year'

type Pair = readonly [chinese: string, english: string]
interface Names {
  family: Pair[]
  given: Pair[]
  english: string[]
  places: Pair[]
}

let read: Names | undefined
const names = (): Names => (read ??= JSON.parse(readFileSync(join(projectRoot(), 'fixtures', 'people', 'names.json'), 'utf8')) as Names)

/** A fictional person in Hong Kong. */
export interface SamplePerson {
  email: string
  first_name: string
  last_name: string
  country_code: string
  phone: string
  language: 'zh-HK' | 'en-US'
  address: string
}

/**
 * A sample person: a name in its own script, an address under `.example`, a mobile number. `nth` separates persons
 * with the same name.
 */
export function createSamplePerson(random: SeededRandom, nth: number | string): SamplePerson {
  const { family, given, english, places } = names()
  const [familyName, other, place] = [random.pick(family), random.pick(given), random.pick(places)]
  const called = random.chance(0.45) ? random.pick(english) : ''
  const chinese = random.chance(0.6)
  const [flat, floor, number] = [random.pick(['A', 'B', 'C', 'D', 'E', 'F']), random.int(1, 32), random.int(1, 180)]
  const localPart = (called || other[1]).toLowerCase().replaceAll(' ', '')
  return {
    email: `${localPart}.${familyName[1].toLowerCase().replaceAll(' ', '')}${nth}@mail.example`,
    first_name: chinese ? other[0] : called ? `${called} ${other[1]}` : other[1],
    last_name: chinese ? familyName[0] : familyName[1],
    country_code: '852',
    phone: `${random.pick([5, 6, 9])}${String(random.int(0, 9_999_999)).padStart(7, '0')}`,
    language: chinese ? 'zh-HK' : 'en-US',
    address: chinese ? `${place[0]} ${number} 號 ${floor} 樓 ${flat} 室` : `Flat ${flat}, ${floor}/F, ${number} ${place[1]}`,
  }
}
