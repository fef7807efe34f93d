import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { keywordProblem } from '../kit/keyword.ts'
import { announce } from '../kit/notices.tsx'
import { useIsBroughtIn } from '../kit/registry.ts'
import { useShop } from '../kit/shop.tsx'
import type { Suggestion } from '../kit/types.ts'

/** So long nobody types before it is asked: shorter than a pause, longer than the way from key to key. */
const WAIT_MS = 160

/** One Latin letter means nothing yet; one Chinese character is a word. */
const isEnough = (keyword: string) => !keywordProblem(keyword) && (keyword.length > 1 || /\p{Script=Han}/u.test(keyword))

/** What is offered below a search box, and which of it the keyboard has chosen (-1: what was typed). */
export const useSuggestions = (done: () => void) => {
  const suggest = useIsBroughtIn('suggesting')
  const { t } = useShop()
  const navigate = useNavigate()
  const [found, setFound] = useState<Suggestion[]>([])
  const [chosen, setChosen] = useState(-1)
  // Every key makes what was asked before it out of date, whenever its answer comes.
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
      const told = (answer: Suggestion[]) => {
        if (mine !== turn.current) return
        setFound(answer)
        announce(answer.length > 0 ? t('shell.search.suggested', { count: answer.length }) : '')
      }
      // Nothing is lost without suggestions: the word can be looked for all the same.
      suggest(keyword).then(told, () => told([]))
    }, WAIT_MS)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // These keys belong to whoever writes Chinese until the characters stand.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (found.length === 0) typed(event.currentTarget.value)
      // Past either end stands what was typed.
      else setChosen(((chosen + 1 + step + found.length + 1) % (found.length + 1)) - 1)
    }
    if (event.key === 'Escape' && found.length > 0) {
      event.preventDefault()
      close()
    }
    const one = found[chosen]
    if (event.key === 'Enter' && one) {
      event.preventDefault()
      close()
      done()
      void navigate({ to: one.to })
    }
  }
  return { found, chosen, typed, close, onKeyDown, offered: suggest !== undefined }
}
