import { Switch } from '@blueprintjs/core'
import { useT } from '../i18n/index.ts'
import { keepPreference, useLetterKeys } from '../state/preferences.ts'

/** Switches single letters as shortcuts off, for those whom they hit by accident. */
export function ShortcutsSwitch() {
  const { t } = useT()
  const on = useLetterKeys()
  return (
    <Switch
      className="profile-switch"
      checked={on}
      onChange={() => void keepPreference('shortcuts', on ? false : null)}
      labelElement={
        <>
          {t('profile.shortcuts')}
          <span className="quiet small profile-hint">{t('profile.shortcutsHint')}</span>
        </>
      }
    />
  )
}
