import { expect, test } from 'vitest'
import { normalizeMailbox } from '../services/sign-in-rules.ts'

test.each([
  ['May+Shop@Shop.test', 'may@shop.test'],
  ['m.a.y@shop.test', 'm.a.y@shop.test'],
  ['m.a.y+x+y@googlemail.com', 'may@gmail.com'],
  ['+may@shop.test', '+may@shop.test'],
])('%s is normalized to %s', (email, box) => expect(normalizeMailbox(email)).toBe(box))
