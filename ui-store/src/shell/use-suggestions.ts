import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { keywordProblem } from '../kit/keyword.ts'
import { announce } from '../kit/notices.tsx'
import { useOptionalHook } from '../kit/registry.ts'
import { useShop } from '../kit/shop.tsx'
import type { Suggestion } from '../kit/types.ts'

/** Debounce before suggestions are requested: shorter than a pause, longer than the time between two keys. */
const WAIT_MS = 160

/** A single Latin letter is too short; a single Chinese character is a word. */
const isEnough = (keyword: string) => !keywordProblem(keyword) && (keyword.length > 1 || /\p{Script=Han}/u.test(keyword))

/** The suggestions for a search field, and the index chosen by keyboard (-1: the typed text). */
export const useSuggestions = (done: () => void) => {
  const suggest = useOptionalHook('suggesting')
  const { t } = useShop()
  const navigate = useNavigate()
  const [found, setFound] = useState<Suggestion[]>([])
  const [chosen, setChosen] = useState(-1)
  // Each key press invalidates earlier requests, whenever they respond.
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = useCallback(() => {
    turn.current += 1
    clearTimeout(timer.current)
  }, [])
  useEffect(() => stop, [stop])

  const close = () => {
    stop()
    setFound([])
    setChosen(-1)
  }
  const typed = (value: string) => {
    stop()
    setChosen(-1)
    const keyword = value.trim()
    if (!suggest || !isEnough(keyword)) {
      setFound([])
      return
    }
    const mine = turn.current
    timer.current = setTimeout(() => {
      const handleAnswer = (answer: Suggestion[]) => {
        if (mine !== turn.current) return
        setFound(answer)
        announce(answer.length > 0 ? t('shell.search.suggested', { count: answer.length }) : '')
      }
      // Suggestions are optional, so errors are ignored.
      suggest(keyword).then(handleAnswer, () => handleAnswer([]))
    }, WAIT_MS)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // During IME composition these keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (found.length === 0) typed(event.currentTarget.value)
      // Beyond either end, the typed text is chosen.
      else setChosen(((chosen + 1 + step + found.length + 1) % (found.length + 1)) - 1)
    }
    if (event.key === 'Escape' && found.length > 0) {
      event.preventDefault()
      close()
    }
    const selected = found[chosen]
    if (event.key === 'Enter' && selected) {
      event.preventDefault()
      close()
      done()
      void navigate({ to: selected.to })
    }
  }
  return { found, chosen, typed, close, onKeyDown, offered: suggest !== undefined }
}
