import { expect, test } from 'vitest'
import { toDisplayName } from './display-name.ts'

test.each(['May', '美玲', 'Anne-Marie', "D'Arcy", 'J. R.', 'Nuño', 'أحمد', 'Louis 14', 'ราม', ''])(
  'an ordinary name is displayed unchanged: %s',
  (name) => expect(toDisplayName(name)).toBe(name),
)

test.each([
  ['You won: https://evil.example/prize?a=1', 'You won https evil. example prize a 1'],
  ['see www.evil.example now', 'see www. evil. example now'],
  ['write to a@evil.example', 'write to a evil. example'],
  ['call +852 2540 0000', 'call'],
  ['<b>May</b>', 'b May b'],
  ['St.John', 'St. John'],
  ['May\nYour parcel', 'May Your parcel'],
])('a display name contains no links, addresses, phone numbers or markup: %s', (name, called) => expect(toDisplayName(name)).toBe(called))

test('a long name is cut between characters', () => {
  expect([...toDisplayName('𠮷'.repeat(200))]).toHaveLength(60)
})
