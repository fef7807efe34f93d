import { t } from '../i18n/index.ts'
import type { EntryField } from './entry-form.tsx'

const MIN_LENGTH = 8

/** The two inputs for a new password. */
export function newPasswordFields(): EntryField[] {
  const autoComplete = 'new-password'
  return [
    {
      name: 'password',
      label: t('entry.newPassword'),
      type: 'password',
      autoComplete,
      hint: t('rule.password'),
    },
    { name: 'password_confirmation', label: t('entry.repeatPassword'), type: 'password', autoComplete },
  ]
}

/** Validates a new password and its repetition. */
export function checkNewPassword(values: Record<string, string>): Record<string, string[]> {
  if ((values['password'] ?? '').length < MIN_LENGTH) return { password: [t('rule.password')] }
  if (values['password'] !== values['password_confirmation']) return { password_confirmation: [t('rule.repeat')] }
  return {}
}
