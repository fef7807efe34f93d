/** A multipart body as a browser sends it; buffers become files. */
export function form(fields: Record<string, string | Buffer>): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'stoa-test-boundary'
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${Buffer.isBuffer(value) ? '; filename="a.png"\r\ncontent-type: image/png' : ''}\r\n\r\n`,
      ),
      Buffer.isBuffer(value) ? value : Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
  )
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
