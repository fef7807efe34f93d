import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Contrast, Flash, Globe, LogOut, Menu as MenuIcon, Moon, Search, Shop, Tick, User } from '@blueprintjs/icons'
import { useAtomValue, useSetAtom } from 'jotai'
import type { Locale } from 'stoa/api-types'
import { follow } from '../common/link.tsx'
import { Slot } from '../common/slot.tsx'
import { chooseLanguage, useT } from '../i18n/index.ts'
import { interfaceLanguages } from '../state/language.ts'
import { keepChoice, logout, useSession } from '../state/session.ts'
import { applyTheme, themeAtom, type Theme } from '../state/theme.ts'
import { drawerAtom, paletteAtom } from '../state/ui.ts'

const themes: Theme[] = ['system', 'light', 'dark']
const mac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Search, language, theme and account menu. */
export function TopBar() {
  const { t } = useT()
  const setPalette = useSetAtom(paletteAtom)
  const setDrawer = useSetAtom(drawerAtom)
  return (
    <header className="topbar">
      <Button
        className="drawer-button"
        variant="minimal"
        icon={<MenuIcon aria-hidden />}
        aria-label={t('shell.menu')}
        onClick={() => setDrawer(true)}
      />
      <button type="button" className="jump" onClick={() => setPalette(true)}>
        <Search aria-hidden size={14} />
        <span className="grow">{t('palette.prompt')}</span>
        <kbd>{mac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Slot at="shell.top" />
      <ShopButton />
      <LanguageMenu />
      <ThemeMenu />
      <AccountMenu />
    </header>
  )
}

function ShopButton() {
  const { t } = useT()
  return (
    <a
      className="bp6-button bp6-minimal to-shop"
      href="/"
      target="_blank"
      rel="noreferrer"
      aria-label={t('shell.shop')}
      title={t('shell.shop')}
    >
      <Shop aria-hidden />
    </a>
  )
}

function LanguageMenu() {
  const { t, language } = useT()
  const choose = (code: Locale) => {
    void chooseLanguage(code)
    void keepChoice({ language: code })
  }
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu aria-label={t('shell.language')}>
          {interfaceLanguages.map(({ code, name }) => (
            <MenuItem
              key={code}
              text={<span lang={code}>{name}</span>}
              labelElement={code === language ? <Tick aria-label={t('common.chosen')} /> : undefined}
              onClick={() => choose(code)}
            />
          ))}
        </Menu>
      }
    >
      <Button variant="minimal" icon={<Globe aria-hidden />} aria-label={t('shell.language')} title={t('shell.language')} />
    </PopoverNext>
  )
}

const themeIcons = {
  system: <Contrast aria-hidden />,
  light: <Flash aria-hidden />,
  dark: <Moon aria-hidden />,
}

function ThemeMenu() {
  const { t } = useT()
  const theme = useAtomValue(themeAtom)
  const choose = (next: Theme) => {
    applyTheme(next)
    void keepChoice({ theme: next })
  }
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu aria-label={t('shell.theme')}>
          {themes.map((name) => (
            <MenuItem
              key={name}
              icon={themeIcons[name]}
              text={t(`theme.${name}`)}
              labelElement={name === theme ? <Tick aria-label={t('common.chosen')} /> : undefined}
              onClick={() => choose(name)}
            />
          ))}
        </Menu>
      }
    >
      <Button variant="minimal" icon={themeIcons[theme]} aria-label={t('shell.theme')} title={t('shell.theme')} />
    </PopoverNext>
  )
}

function AccountMenu() {
  const { t } = useT()
  const { me } = useSession()
  const emails = me.name
    .trim()
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu aria-label={t('shell.account')}>
          <MenuDivider title={`${me.name} · ${me.role.name}`} />
          <MenuItem icon={<User aria-hidden />} text={t('profile.title')} href="/admin/profile" onClick={follow('/admin/profile')} />
          <Slot at="shell.account" />
          <MenuItem icon={<LogOut aria-hidden />} text={t('shell.logout')} onClick={() => void logout()} />
        </Menu>
      }
    >
      <button type="button" className="avatar" aria-label={t('shell.accountOf', { name: me.name })}>
        {emails || '?'}
      </button>
    </PopoverNext>
  )
}
