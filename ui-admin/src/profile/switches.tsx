import { Switch } from '@blueprintjs/core'
import { useT } from '../i18n/index.ts'
import { keepPreference, useLetterKeys, usePreference } from '../state/preferences.ts'

/** Disables single-key shortcuts. */
export function ShortcutsSwitch() {
  const { t } = useT()
  const on = useLetterKeys()
  return (
    <Choice
      on={on}
      label={t('profile.shortcuts')}
      hint={t('profile.shortcutsHint')}
      change={() => void keepPreference('shortcuts', on ? false : null)}
    />
  )
}

/** Shows the setup steps on the dashboard again. */
export function SetupSwitch() {
  const { t } = useT()
  const hidden = usePreference('setup_hidden', false)
  return (
    <Choice
      on={!hidden}
      label={t('setup.show')}
      hint={t('setup.showHint')}
      change={() => void keepPreference('setup_hidden', hidden ? null : true)}
    />
  )
}

function Choice({ on, label, hint, change }: { on: boolean; label: string; hint: string; change: () => void }) {
  return (
    <Switch
      className="profile-switch"
      checked={on}
      onChange={change}
      labelElement={
        <>
          {label}
          <span className="quiet small profile-hint">{hint}</span>
        </>
      }
    />
  )
}
