// Sets the theme before the first paint. A file of its own: the page's security policy allows no inline script.
{
  let theme = 'system'
  try {
    theme = localStorage.getItem('stoa-theme') ?? theme
  } catch {
    // Storage can be blocked; the system's theme is used then.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  document.body.classList.toggle('bp6-dark', dark)
}
