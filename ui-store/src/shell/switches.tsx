import { useLocation } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import type { MouseEvent } from 'react'
import { languageNames } from '../i18n/create.ts'
import { writeCookie } from '../kit/cookie.ts'
import { ChevronIcon, GlobeIcon } from '../kit/icons.tsx'
import { Menu } from '../kit/menu.tsx'
import { currenciesOf } from '../kit/money.ts'
import { chosenCurrencyAtom, useCurrency, useShop } from '../kit/shop.tsx'

/** Links to the same page in other languages. They are real addresses, so they work without scripts. */
export const LanguageSwitch = () => {
  const { t, language, shell } = useShop()
  const { pathname, searchStr } = useLocation()
  const { supported_languages: languages, main_language: main } = shell.settings.basic
  if (languages.length < 2) return null
  const leave = (event: MouseEvent<HTMLAnchorElement>, code: string) => {
    writeCookie('language', code)
    if (code !== main) return
    event.preventDefault()
    window.location.assign(`${pathname}${searchStr}`)
  }
  return (
    <Menu
      className="menu-end"
      name={`${t('shell.language')}: ${languageNames[language]}`}
      label={
        <>
          <GlobeIcon />
          <span className="menu-value">{languageNames[language]}</span>
          <ChevronIcon />
        </>
      }
    >
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
    </Menu>
  )
}

/** Currencies the shop lists. Without scripts the server reads `?currency=` and keeps it. */
export const CurrencySwitch = () => {
  const { t, prefix, shell } = useShop()
  const { pathname } = useLocation()
  const current = useCurrency()
  const choose = useSetAtom(chosenCurrencyAtom)
  const all = currenciesOf(shell.settings)
  if (all.length < 2) return null
  const pick = (event: MouseEvent<HTMLAnchorElement>, identifier: string) => {
    event.preventDefault()
    writeCookie('currency', identifier)
    choose(identifier)
  }
  return (
    <Menu
      className="menu-end"
      name={`${t('shell.currency')}: ${current.identifier}`}
      label={
        <>
          <span className="menu-value">{current.identifier}</span>
          <ChevronIcon />
        </>
      }
    >
      <ul>
        {all.map(({ identifier, mark }) => (
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
    </Menu>
  )
}
