import { use, useEffect, useRef, useState } from 'react'
import { api, ErrorsContext, type InputProps, useContentLanguage, useFormField, useFormMode, useT, withText } from 'stoa/admin'
import type { FieldType } from '../../domain/shape.ts'
import { useMessages, useTypeTexts } from '../messages.ts'
import { type BuiltField, type BuiltTab, freeKey, newField, getTabs, wordIn } from './model.ts'

/** State of the form builder, shared by its parts. */
export type BuilderState = ReturnType<typeof useBuilder>

/** State of the form builder: pages, the selected page and field, and the functions that change them. */
export function useBuilder({ field, value, onChange, path }: Pick<InputProps, 'field' | 'value' | 'onChange' | 'path'>) {
  const say = useMessages()
  const typeName = useTypeTexts()
  const { language, main } = useContentLanguage()
  const { language: interfaceLanguage } = useT()
  const errors = use(ErrorsContext)
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState(0)
  const tabs = getTabs(value)
  const page = Math.max(0, Math.min(at, tabs.length - 1))
  const tab = tabs[page]
  const fieldAt = tab ? Math.max(0, Math.min(chosen, tab.fields.length - 1)) : 0
  const picked = tab?.fields[fieldAt]
  useFirstPage(field.name, tabs.length)

  const setTab = (next: BuiltTab) => onChange(tabs.map((other) => (other === tab ? next : other)))
  const setFields = (fields: BuiltField[]) => tab && setTab({ ...tab, fields })
  // Uses the label as the title only when the interface language is the edited language; otherwise the title is required.
  const called = (words: string) => withText({}, language, language === interfaceLanguage ? words : '')
  const choosePage = (to: number, chosenField = 0) => {
    setAt(to)
    setChosen(chosenField)
  }
  return {
    tabs,
    tab,
    page,
    picked,
    fieldAt,
    setTab,
    setFields,
    choosePage,
    chooseField: setChosen,
    getTabTitle: (builtTab: BuiltTab, i: number) => wordIn(builtTab.title, language, main) || say('page', { number: i + 1 }),
    /** Number of errors below a path. */
    countErrors: (place: string) => Object.keys(errors).filter((errorPath) => errorPath.startsWith(`${path}.${place}.`)).length,
    addPage: () => {
      onChange([...tabs, { title: called(say('page', { number: tabs.length + 1 })), fields: [] }])
      choosePage(tabs.length)
    },
    /** Swaps the current page with another. */
    movePage: (to: number) => {
      onChange(tabs.map((other, i) => (i === page ? tabs[to] : i === to ? tab : other)))
      setAt(to)
    },
    removePage: () => {
      onChange(tabs.filter((other) => other !== tab))
      setAt(Math.max(0, page - 1))
    },
    addField: (type: FieldType) => {
      if (!tab) return
      setFields([...tab.fields, newField(type, freeKey(type, tabs), called(typeName(type)))])
      setChosen(tab.fields.length)
    },
    changeField: (next: BuiltField) => setFields((tab?.fields ?? []).map((field) => (field === picked ? next : field))),
    removeField: () => {
      setFields((tab?.fields ?? []).filter((field) => field !== picked))
      setChosen(Math.max(0, fieldAt - 1))
    },
    /** Moves the selected field to the end of another page. */
    moveField: (to: number) => {
      if (!picked) return
      onChange(
        tabs.map((tab, i) => {
          if (i === page) return { ...tab, fields: tab.fields.filter((each) => each !== picked) }
          return i === to ? { ...tab, fields: [...tab.fields, { ...picked, id: undefined }] } : tab
        }),
      )
      choosePage(to, tabs[to]?.fields.length ?? 0)
    },
  }
}

/** Adds the default contact fields to a new form without marking it as changed. */
function useFirstPage(name: string, pages: number): void {
  const mode = useFormMode()
  const self = useFormField<BuiltTab[]>(name)
  const begin = useRef(self.setStart)
  const wasRequested = useRef(false)
  useEffect(() => {
    begin.current = self.setStart
  })
  useEffect(() => {
    if (mode !== 'create' || pages > 0 || wasRequested.current) return
    wasRequested.current = true
    void api<BuiltTab>('form/first').then((first) => begin.current([first]))
  }, [mode, pages])
}
