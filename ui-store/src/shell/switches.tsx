import { useLocation } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import type { MouseEvent } from 'react'
import { languageNames } from '../i18n/create.ts'
import { writeCookie } from '../kit/cookie.ts'
import { ChevronIcon, GlobeIcon } from '../kit/icons.tsx'
import { Menu } from '../kit/menu.tsx'
import { getCurrencies } from '../kit/money.ts'
import { chosenCurrencyAtom, useCurrency, useShop } from '../kit/shop.tsx'

/** Links to the same page in other languages. Real URLs, so they work without scripts. */
const LanguageLinks = () => {
  const { language, shell } = useShop()
  const { pathname, searchStr } = useLocation()
  const { supported_languages: languages, main_language: main } = shell.settings.basic
  const leave = (event: MouseEvent<HTMLAnchorElement>, code: string) => {
    writeCookie('language', code)
    if (code !== main) return
    event.preventDefault()
    window.location.assign(`${pathname}${searchStr}`)
  }
  return (
    <ul>
      {languages.map((code) => (
        <li key={code}>
          <a
            href={`/${code}${pathname}${searchStr}`}
            hrefLang={code}
            lang={code}
            aria-current={code === language ? 'true' : undefined}
            onClick={(event) => leave(event, code)}
          >
            {languageNames[code]}
          </a>
        </li>
      ))}
    </ul>
  )
}

const useManyLanguages = (): boolean => useShop().shell.settings.basic.supported_languages.length > 1

/** The language switch in the header. */
export const LanguageSwitch = () => {
  const { t, language } = useShop()
  if (!useManyLanguages()) return null
  return (
    <Menu
      className="menu-end language-switch"
      name={`${t('shell.language')}: ${languageNames[language]}`}
      label={
        <>
          <GlobeIcon />
          <span className="menu-value">{languageNames[language]}</span>
          <ChevronIcon />
        </>
      }
    >
      <LanguageLinks />
    </Menu>
  )
}

/** Links to the shop's currencies. Without scripts the server handles `?currency=` and sets the cookie. */
const CurrencyLinks = () => {
  const { prefix, shell } = useShop()
  const { pathname } = useLocation()
  const current = useCurrency()
  const choose = useSetAtom(chosenCurrencyAtom)
  const pick = (event: MouseEvent<HTMLAnchorElement>, identifier: string) => {
    event.preventDefault()
    writeCookie('currency', identifier)
    choose(identifier)
  }
  return (
    <ul>
      {getCurrencies(shell.settings).map(({ identifier, mark }) => (
        <li key={identifier}>
          <a
            href={`${prefix}${pathname}?currency=${identifier}`}
            rel="nofollow"
            aria-current={identifier === current.identifier ? 'true' : undefined}
            onClick={(event) => pick(event, identifier)}
          >
            {identifier} <span className="muted">{mark.trim()}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The currency switch in the header, when there is space. */
export const CurrencySwitch = () => {
  const { t, shell } = useShop()
  const current = useCurrency()
  if (getCurrencies(shell.settings).length < 2) return null
  return (
    <Menu
      className="menu-end currency-switch"
      name={`${t('shell.currency')}: ${current.identifier}`}
      label={
        <>
          <span className="menu-value">{current.identifier}</span>
          <ChevronIcon />
        </>
      }
    >
      <CurrencyLinks />
    </Menu>
  )
}

/** Both switches below the navigation in the mobile menu. */
export const MenuSwitches = () => {
  const { t, shell } = useShop()
  return (
    <>
      {useManyLanguages() && (
        <section className="menu-switch" aria-label={t('shell.language')}>
          <h2>{t('shell.language')}</h2>
          <LanguageLinks />
        </section>
      )}
      {getCurrencies(shell.settings).length > 1 && (
        <section className="menu-switch" aria-label={t('shell.currency')}>
          <h2>{t('shell.currency')}</h2>
          <CurrencyLinks />
        </section>
      )}
    </>
  )
}
