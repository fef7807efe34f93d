import { answered } from '../call.ts'
import type { Values } from './state.ts'

/** Converts values to form data: list items by index, and an empty value for an empty list. */
function getForm(values: Values): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) form.append(name, value)
    else if (!Array.isArray(value)) form.append(name, String(value))
    else if (value.length === 0) form.append(name, '')
    else for (const [i, item] of value.entries()) form.append(`${name}[${i}]`, item)
  }
  return form
}

/**
 * Posts values as multipart form data. The server parses the texts by field type, for example to a number or a row id. Uses
 * XMLHttpRequest, because fetch reports no upload progress.
 * @throws CallFailed for an error response
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
