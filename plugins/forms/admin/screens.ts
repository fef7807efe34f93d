/** Admin screens of this plugin. */
export const screens = {
  'forms/histories': () => import('./histories.tsx'),
  'forms/history': () => import('./history.tsx'),
  'forms/of-form': () => import('./form-sections.tsx'),
}

/** Custom inputs of fields. */
export const editors = {
  'form.tabs': () => import('./builder/builder.tsx'),
  'form.rules': () => import('./rules.tsx'),
  'form_submission.answers': () => import('./answers.tsx'),
}
