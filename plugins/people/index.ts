/** What other plugins may use of people. */
export { ADDRESSES, type Address, type Addresses } from './services/addresses.ts'
export type { Profile } from './services/profile.ts'
export { CAPTCHA, type Captcha } from './services/captcha.ts'
export { SMS, type SmsService } from './services/sms.ts'
export { DIRECTORY, type Directory, type Guest } from './services/directory.ts'
