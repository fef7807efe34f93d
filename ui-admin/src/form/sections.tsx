import { Globe, Translate } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import type { FieldInfo, ResourceForm } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { getEditor } from '../widgets/editors.ts'
import { FieldSlot } from './field-slot.tsx'
import { useFormScope } from './form-context.ts'
import { languageName } from './localized.ts'

/** Groups of the side column. */
const side = new Set(['side', 'seo', 'visibility', 'organisation', 'publishing', 'state', 'media'])

/** A new record does not have the read-only fields yet. */
const toFill = (groups: ResourceForm['groups'], resource: string): ResourceForm['groups'] =>
  groups
    .map((group) => ({ ...group, fields: group.fields.filter((field) => !field.readOnly || getEditor(resource, field.name)) }))
    .filter(({ fields }) => fields.length > 0)

/** Groups of a form in two columns; side groups use the full width when there are no others. */
export function Sections({
  form,
  sideExtra,
  mainExtra,
  foot,
}: {
  form: Pick<ResourceForm, 'groups'>
  sideExtra?: ReactNode
  mainExtra?: ReactNode
  /** Content below the side column, or below everything without one. */
  foot?: ReactNode
}) {
  const { mode, resource } = useFormScope()
  const groups = mode === 'create' ? toFill(form.groups, resource) : form.groups
  const alone = groups.every((group) => side.has(group.name))
  const main = groups.filter((group) => alone || !side.has(group.name))
  const narrow = groups.filter((group) => !alone && side.has(group.name))
  return (
    <div className={narrow.length || sideExtra ? 'form-columns' : 'form-columns is-single'}>
      <div className="form-main">
        {main.map((group) => (
          <Section key={group.name} {...group} />
        ))}
        {mainExtra}
        {!narrow.length && !sideExtra && foot}
      </div>
      {(narrow.length > 0 || sideExtra) && (
        <div className="form-side">
          {narrow.map((group) => (
            <Section key={group.name} {...group} />
          ))}
          {sideExtra}
          {foot}
        </div>
      )}
    </div>
  )
}

function Section({ name, label, fields }: ResourceForm['groups'][number]) {
  const { localized } = useFormScope()
  const translated = fields.filter((field) => field.localized)
  const shared = fields.filter((field) => !field.localized)
  const id = `section-${name}`
  // The heading of a group with a single field replaces the label of the field.
  const only = fields.length === 1 && fields[0]?.label === label
  return (
    <section className={only ? 'panel form-section is-only' : 'panel form-section'} aria-labelledby={id}>
      <header>
        <h2 id={id}>{label}</h2>
        {localized && !translated.length && <SharedMark />}
        {localized && !shared.length && <LanguageMark />}
      </header>
      {localized && translated.length > 0 && shared.length > 0 ? (
        <>
          <Part mark={<LanguageMark />} fields={translated} />
          <Part mark={<SharedMark />} fields={shared} />
        </>
      ) : (
        <Part fields={fields} />
      )}
    </section>
  )
}

function Part({ mark, fields }: { mark?: ReactNode; fields: FieldInfo[] }) {
  return (
    <div className="form-part">
      {mark && <div className="form-part-mark">{mark}</div>}
      {fields.map((field) => (
        <FieldSlot key={field.name} field={field} />
      ))}
    </div>
  )
}

function SharedMark() {
  const { t } = useT()
  return (
    <span className="scope-mark">
      <Globe size={12} aria-hidden /> {t('form.shared')}
    </span>
  )
}

function LanguageMark() {
  const { language } = useFormScope()
  const { languages } = useSession().manifest
  return (
    <span className="scope-mark is-language" lang={language}>
      <Translate size={12} aria-hidden /> {languageName(languages, language)}
    </span>
  )
}
