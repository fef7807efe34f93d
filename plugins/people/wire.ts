/** What the public may know of the captcha that stands in front of forms. */
export interface CaptchaSettings {
  site_key: string
  forms: string[]
}

/** Whether people may come by Facebook, and as which app. */
export interface FacebookSettings {
  enabled: boolean
  client_id: string
}

declare module '#core/wire-site' {
  interface SiteSettings {
    recaptcha: CaptchaSettings
    facebook: FacebookSettings
  }
}
