import { HTMLSelect } from '@blueprintjs/core'
import type { Locale, Me } from 'stoa/api-types'
import { api } from '../api/client.ts'
import { PageHeader } from '../common/page.tsx'
import { Slot } from '../common/slot.tsx'
import { notifySuccess } from '../common/toasts.tsx'
import { EntryForm } from '../entry/entry-form.tsx'
import { checkNewPassword, newPasswordFields } from '../entry/passwords.ts'
import { chooseLanguage, useT } from '../i18n/index.ts'
import { interfaceLanguages } from '../state/language.ts'
import { keepChoice, meQuery, queries, useSession } from '../state/session.ts'
import { applyTheme, type Theme } from '../state/theme.ts'
import { SetupSwitch, ShortcutsSwitch } from './switches.tsx'
import './profile.css'

const themes: Theme[] = ['system', 'light', 'dark']

/** The user's name, appearance and password. */
export function Profile() {
  const { t, language } = useT()
  const { me } = useSession()
  const save = async (body: Record<string, string>) => {
    queries.setQueryData(meQuery.queryKey, await api<Me>('', { method: 'PUT', body }))
    notifySuccess(t('success.submit'))
  }
  return (
    <>
      <PageHeader title={t('profile.title')} />
      <div className="profile">
        <section className="panel" aria-labelledby="profile-about">
          <h2 id="profile-about">{t('profile.about')}</h2>
          <dl>
            <dt>{t('profile.email')}</dt>
            <dd>{me.email}</dd>
            <dt>{t('profile.role')}</dt>
            <dd>{me.role.name}</dd>
          </dl>
          <EntryForm
            key={me.name}
            button={t('common.save')}
            fields={[{ name: 'name', label: t('profile.name'), type: 'text', autoComplete: 'name', value: me.name }]}
            submit={({ name = '' }) => save({ name })}
          />
        </section>
        <section className="panel" aria-labelledby="profile-look">
          <h2 id="profile-look">{t('profile.appearance')}</h2>
          <label className="profile-choice">
            <span>{t('shell.language')}</span>
            <HTMLSelect
              fill
              value={language}
              onChange={(event) => {
                const code = event.target.value as Locale
                void chooseLanguage(code)
                void keepChoice({ language: code })
              }}
              options={interfaceLanguages.map(({ code, name }) => ({ value: code, label: name }))}
            />
          </label>
          <label className="profile-choice">
            <span>{t('shell.theme')}</span>
            <HTMLSelect
              fill
              value={me.theme}
              onChange={(event) => {
                const theme = event.target.value as Theme
                applyTheme(theme)
                void keepChoice({ theme })
              }}
              options={themes.map((theme) => ({ value: theme, label: t(`theme.${theme}`) }))}
            />
          </label>
          <ShortcutsSwitch />
          <SetupSwitch />
        </section>
        <section className="panel" aria-labelledby="profile-password">
          <h2 id="profile-password">{t('profile.passwordTitle')}</h2>
          <EntryForm
            button={t('profile.changePassword')}
            fields={[
              {
                name: 'current_password',
                label: t('profile.currentPassword'),
                type: 'password',
                autoComplete: 'current-password',
              },
              ...newPasswordFields(),
            ]}
            check={checkNewPassword}
            submit={({ current_password = '', password = '' }) => save({ current_password, password })}
          />
        </section>
        <Slot at="profile" />
      </div>
    </>
  )
}
