import { f } from '../fields/f.ts'
import { defineSettings } from '../setting/define.ts'

/** Maximum length of a staff session in hours, and the minutes for which an entered password authorizes actions that ask for it again. */
export const signingIn = defineSettings({
  group: 'sign_in',
  order: 35,
  area: 'team',
  icon: 'lock',
  fields: { longest_hours: f.int({ default: 168, min: 1, max: 8_760 }), password_minutes: f.int({ default: 15, min: 1, max: 1_440 }) },
})
