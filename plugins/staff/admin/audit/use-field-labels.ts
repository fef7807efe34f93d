import { useQuery } from '@tanstack/react-query'
import { formQuery, useSession, useT } from 'stoa/admin'

/** What the fields of a resource or settings group are called; fields the reader's role does not know stay as written. */
export function useFieldLabels(resource: string): (field: string) => string | undefined {
  const { manifest } = useSession()
  const { language } = useT()
  const known = manifest.resources[resource] !== undefined
  const form = useQuery({ ...formQuery(resource, language), enabled: known })
  const group = /^setting (.+)$/.exec(resource)?.[1]
  const fields =
    (group ? manifest.settings.find((tab) => tab.group === group)?.fields : form.data?.groups.flatMap((part) => part.fields)) ?? []
  return (field) => fields.find((one) => one.name === field)?.label
}
