// A map in the page: the base map, pins as elements, and the visible part.

import { DivIcon, DomEvent, Map as Chart, Marker } from "leaflet";
import { onLeave } from "../view/leaving.js";
import { t } from "../texts/index.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { effect, onEnd, scope, signal, untracked } from "../view/signal.js";
import { baseLayer } from "./base.js";

/**
 * A pin: the element for a key, at a place.
 *
 * @typedef {{key: string, lat: number, lon: number, make: () => Element, above?: boolean}} Pin
 *
 * @typedef {import("../model/places.js").Box} Box
 * @typedef {import("../map/earth.js").City} City
 */

/** The whole world, and a street. */
const ZOOM_MIN = 1;
const ZOOM_MAX = 18;
/** Zoom for a single place. */
const NEAR = 12;
/** Margin of a requested box on either side, as a part of its width. */
const BOX_EDGE = 0.1;

/** Maximum duration of an animation of the map, in milliseconds. */
const MOVED_MAX = 2_000;
/** In metres; and the longest scale, in pixels. */
const EQUATOR = 40_075_017;
const SCALE_MAX = 110;

const WORLD = { lat: 25, lon: 10, zoom: 2 };
/** The part of the map that was shown last, in this tab. */
let last = WORLD;

onLeave(() => last = WORLD);

export class MapView {
  /** @type {Map<string, {marker: Marker, end: () => void}>} */
  #pins = new Map();
  /** Whether the map has left the page: late answers no longer move it. */
  isOver = false;
  /** How far it is on the map. */
  #scale = signal({ text: "", width: 0 });

  /**
   * @param {object} options
   * @param {string} options.label for screen readers
   * @param {import("../site.js").Site} options.terms with the address of a server's tiles
   * @param {(box: Box) => void} [options.moved] receives the visible part
   * @param {(lat: number, lon: number) => void} [options.picked] receives the place of a click
   * @param {(lat: number, lon: number) => void} [options.held] the same, for a long or a second click
   * @param {import("../view/dom.js").Content} [options.more] content above the map
   */
  constructor({ label, terms, moved, picked, held, more }) {
    /** @type {HTMLElement} */
    this.ground = h("div.map-ground", {
      dir: "ltr",
      role: "application",
      "aria-label": label,
    });
    this.element = h(
      "div.map-frame",
      null,
      this.ground,
      h(
        "div.map-buttons",
        null,
        this.#button(t("zoomIn"), icons.add, () => this.chart.zoomIn()),
        this.#button(t("zoomOut"), icons.less, () => this.chart.zoomOut()),
        more,
      ),
      h("small.map-scale", {
        "aria-hidden": "true",
        style: () => ({ "inline-size": `${this.#scale.value.width}px` }),
      }, () => this.#scale.value.text),
      h(
        "small.map-source",
        null,
        terms.tiles ? `${terms.tilesCredit ?? ""} Leaflet` : t("mapSource"),
      ),
    );
    this.chart = new Chart(this.ground, {
      zoomControl: false,
      attributionControl: false,
      minZoom: ZOOM_MIN,
      maxZoom: ZOOM_MAX,
      worldCopyJump: true,
      maxBounds: [[-85, -Infinity], [85, Infinity]],
      zoomAnimation: !isStill(),
      fadeAnimation: !isStill(),
      inertia: !isStill(),
      tap: false,
    });
    this.chart.setView([last.lat, last.lon], last.zoom);
    this.#scale.value = scaleAt(last.lat, last.zoom);
    const base = baseLayer(terms.tiles, this.element).addTo(this.chart);
    this.#followColours(() => base.redraw());
    this.chart.on("moveend", () => {
      if (this.isOver) return;
      const { lat, lng } = this.chart.getCenter();
      last = { lat, lon: around(lng), zoom: this.chart.getZoom() };
      this.#scale.value = scaleAt(lat, last.zoom);
      moved?.(this.box());
    });
    if (picked) {
      this.chart.on(
        "click",
        ({ latlng }) => picked(latlng.lat, around(latlng.lng)),
      );
    }
    if (held) {
      this.chart.on(
        "contextmenu",
        ({ latlng }) => held(latlng.lat, around(latlng.lng)),
      );
    }
    this.#followSize();
    onEnd(() => {
      this.isOver = true;
      // A zoom, wheel or throw that has begun still ends after the map is hidden.
      setTimeout(() => this.chart.remove(), MOVED_MAX);
    });
  }

  /** @param {string} label @param {string} path @param {() => void} act */
  #button(label, path, act) {
    return h("button.round", {
      type: "button",
      "aria-label": label,
      onclick: act,
    }, icon(path));
  }

  /** @param {() => void} redraw */
  #followColours(redraw) {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", redraw);
    onEnd(() => dark.removeEventListener("change", redraw));
  }

  /**
   * The element gets its size when it enters the page, and a new one when the window is resized.
   */
  #followSize() {
    const observer = new ResizeObserver(() => this.chart.invalidateSize({ animate: false }));
    observer.observe(this.ground);
    onEnd(() => observer.disconnect());
  }

  /** The visible part. @returns {Box} */
  box() {
    const bounds = this.chart.getBounds();
    const zoom = Math.max(0, Math.min(20, Math.round(this.chart.getZoom())));
    const [south, north] = [bounds.getSouth(), bounds.getNorth()].map((value) =>
      Math.max(-90, Math.min(90, value))
    );
    const [west, east] = [bounds.getWest(), bounds.getEast()];
    const edge = (east - west) * BOX_EDGE;
    const isWhole = east - west + 2 * edge >= 360;
    return {
      south,
      north,
      west: isWhole ? -180 : around(west - edge),
      east: isWhole ? 180 : around(east + edge),
      zoom,
    };
  }

  /** The centre of the map. */
  centre() {
    const { lat, lng } = this.chart.getCenter();
    return { lat: Math.max(-85, Math.min(85, lat)), lon: around(lng) };
  }

  /**
   * Moves to a place, with at least the zoom for a single place.
   *
   * @param {number} lat @param {number} lon @param {number} [zoom]
   */
  show(lat, lon, zoom = NEAR) {
    if (this.isOver) return;
    this.chart.setView(
      [lat, this.#beside(lon)],
      Math.max(this.chart.getZoom(), zoom),
    );
  }

  /** Shows all of these places. @param {{lat?: number, lon?: number}[]} places */
  showAll(places) {
    if (!places.length || this.isOver) return;
    /** @type {[number, number][]} */
    const points = places.map(({ lat = 0, lon = 0 }) => [lat, lon]);
    this.chart.fitBounds(points, {
      maxZoom: NEAR,
      padding: [48, 48],
      animate: false,
    });
  }

  /** Whether a place is visible. @param {number} lat @param {number} lon */
  isSeen(lat, lon) {
    return this.chart.getBounds().contains([lat, this.#beside(lon)]);
  }

  /** The longitude on the visible copy of the world. @param {number} lon */
  #beside(lon) {
    const { lng } = this.chart.getCenter();
    return lon + 360 * Math.round((lng - lon) / 360);
  }

  /**
   * Shows pins, and reuses the elements of pins that stay.
   *
   * @param {() => Pin[]} pins follows signals
   */
  follow(pins) {
    effect(() => {
      const wanted = new Map(pins().map((pin) => [pin.key, pin]));
      untracked(() => {
        for (const [key, { marker, end }] of this.#pins) {
          if (wanted.has(key)) continue;
          marker.remove();
          end();
          this.#pins.delete(key);
        }
        for (const pin of wanted.values()) this.#place(pin);
      });
    });
    onEnd(() => {
      for (const { end } of this.#pins.values()) end();
    });
  }

  /** @param {Pin} pin */
  #place(pin) {
    const place = /** @type {[number, number]} */ ([pin.lat, this.#beside(pin.lon)]);
    const known = this.#pins.get(pin.key);
    if (known) return known.marker.setLatLng(place);
    // It lives as long as it is on the map, independent of changes to it.
    const [element, end] = scope(pin.make);
    DomEvent.disableClickPropagation(element);
    const marker = new Marker(place, {
      icon: new DivIcon({
        html: element,
        className: "map-pin",
        iconSize: [0, 0],
      }),
      keyboard: false,
      interactive: false,
      zIndexOffset: pin.above ? 1000 : 0,
    }).addTo(this.chart);
    this.#pins.set(pin.key, { marker, end });
  }
}

/** A longitude between -180 and 180. @param {number} lon */
export function around(lon) {
  return lon >= -180 && lon <= 180 ? lon : ((lon + 180) % 360 + 360) % 360 - 180;
}

/**
 * A round distance for the scale, with its length in pixels.
 *
 * @param {number} lat @param {number} zoom
 */
function scaleAt(lat, zoom) {
  const metres = EQUATOR / (256 * 2 ** zoom) * Math.cos(lat * Math.PI / 180);
  const power = 10 ** Math.floor(Math.log10(metres * SCALE_MAX));
  const way = [5, 2, 1].map((count) => count * power).find((one) => one / metres <= SCALE_MAX);
  return {
    text: way >= 1000 ? `${way / 1000} km` : `${way} m`,
    width: Math.round(way / metres),
  };
}

/** Whether the user prefers reduced motion. */
function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
