/** Admin screens of this plugin. */
export const screens = {
  'crm/board': () => import('./board/board.tsx'),
  'crm/boards': () => import('./board/boards.tsx'),
  'crm/to-board': () => import('./board/to-board.tsx'),
  'crm/dashboard': () => import('./dashboard.tsx'),
  'crm/of-contact': () => import('./contact-sections.tsx'),
  'crm/close-lead': () => import('./close-lead.tsx'),
  'crm/after-new-customer': () => import('./after-new-customer.tsx'),
  'crm/of-lead': () => import('./lead-sections.tsx'),
  'crm/leads-of-form': () => import('./leads-of-form.tsx'),
  'crm/of-submission': () => import('./lead-of-submission.tsx'),
  'crm/contact-page': () => import('./contact-page.tsx'),
  'crm/group-edit': () => import('./group-edit.tsx'),
  'crm/tag-edit': () => import('./tag-edit.tsx'),
  'crm/members': () => import('./members.tsx'),
  'crm/keep-filter': () => import('./save-filter-as-group.tsx'),
}

/** Inputs of this plugin's fields. */
export const editors = {
  'lead.stage_id': () => import('./stage-input.tsx'),
  'group.filter': () => import('./filter-input.tsx'),
}
