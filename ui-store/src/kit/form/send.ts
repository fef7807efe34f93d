import { answered } from '../call.ts'
import type { Values } from './state.ts'

/** A form as the API reads it: members of a list by their places, and an empty value for a list of none. */
function getForm(values: Values): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) form.append(name, value)
    else if (!Array.isArray(value)) form.append(name, String(value))
    else if (value.length === 0) form.append(name, '')
    else for (const [i, one] of value.entries()) form.append(`${name}[${i}]`, one)
  }
  return form
}

/**
 * Posts what a form holds, as a form: what people type and choose is text, which the server then reads by the kind of each field, be it
 * a number or the id of a row. By the older way of calling, the only one that says how much of its files has gone.
 * @throws CallFailed when it is refused
 */
export const sendValues = (path: string, values: Values, tell: (share: number) => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const files = Object.values(values).some((value) => value instanceof File)
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    if (files) request.upload.addEventListener('progress', ({ loaded, total }) => tell(loaded / Math.max(1, total)))
    request.addEventListener('error', () => reject(new TypeError('The form could not be sent')))
    request.addEventListener('load', () => {
      try {
        resolve(answered(request.status, request.response))
      } catch (error) {
        reject(error)
      }
    })
    request.send(getForm(values))
  })
