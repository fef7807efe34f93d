/** Admin screens of this plugin. */
export const screens = {
  'people/group': () => import('./group/index.tsx'),
  'people/consent': () => import('./consent-card.tsx'),
  'people/person-facts': () => import('./person-facts/index.tsx'),
  'people/to-timeline': () => import('./to-timeline.tsx'),
  'people/sms-inbound': () => import('./sms-inbound.tsx'),
}

/** Inputs of this plugin's settings. */
export const editors = {
  'recaptcha.forms': () => import('./guarded-forms.tsx'),
}
