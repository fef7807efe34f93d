export { fullName } from '../domain/full-name.ts'
export { Captcha } from './shared/captcha.tsx'
export { useMe } from './shared/me.ts'
export { Phone } from './shared/phone.tsx'
