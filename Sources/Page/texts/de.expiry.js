export const expiry = {
  expireMessages: "Verschwindende Nachrichten",
  expireText:
    "Neue Nachrichten dieser Unterhaltung verschwinden für alle, auch ihre Fotos, Dateien und Sprachnachrichten, so lange nachdem sie gesendet wurden. Frühere Nachrichten bleiben, wie sie sind. Alle hier sehen, wer es eingestellt hat.",
  expireAfter: "Sie verschwinden nach",
  expireNever: "Sie bleiben",
  expireLimits:
    "Andere können abfotografieren oder kopieren, was sie vorher sehen. Eine gemeldete Nachricht wird für die Betreiber aufgehoben. Sicherungen des Servers können Nachrichten noch eine Weile enthalten.",
  expireBy: "{name} {text}",
  expireSet: "Neue Nachrichten verschwinden nach {time}",
  expireUnset: "Neue Nachrichten bleiben",
  expiresAt: "Verschwindet {time}",
  daysLong: "{count|1 Tag|# Tagen}",
  hoursLong: "{count|1 Stunde|# Stunden}",
};
