// node_modules/preact/dist/preact.mjs
var e, t, n, r, i, a, o, s, c, l, u, d = Symbol.for("pv"), f = {}, p = [], m = /^m(i|n|o|s|text|space)$/, h = Array.isArray, g = p.slice, _ = Object.assign;
function v(e) {
	e && e.parentNode && e.remove();
}
function y(e, t, n) {
	var r, i, a, o = {}, s = arguments.length;
	for (a in t) a == "key" ? r = t[a] : a == "ref" && typeof e != "function" ? i = t[a] : o[a] = t[a];
	return s > 2 && (o.children = s > 3 ? g.call(arguments, 2) : n), b(e, o, r, i, null);
}
function b(n, r, i, a, o) {
	var s = {
		type: n,
		props: r,
		key: i,
		ref: a,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: d,
		__v: o || ++t,
		__i: -1,
		__u: 0
	};
	return !o && e.vnode && e.vnode(s), s;
}
function x(e) {
	return e.children;
}
function S(e, t) {
	this.props = e, this.context = t, this.__g = 0;
}
function ee(e, t) {
	if (t == null) return e.__ && ee(e.__, e.__i + 1);
	for (var n; t < e.__k.length; t++) if ((n = e.__k[t]) && n.__e) return n.__e;
	return typeof e.type != "function" || e.props.__P ? null : ee(e);
}
function C(t) {
	var n, r = t.__v, i = r.__e, a = [], o = [], s = t.__P;
	s && ((n = _({ constructor: d }, r)).__v = r.__v + 1, e.vnode && e.vnode(n), ce(s, n, r, t.__n, s.namespaceURI, 32 & r.__u ? [i] : null, a, i || ee(r), 32 & r.__u, o), n.__v = r.__v, n.__.__k[n.__i] = n, de(a, n, o), r.__ = r.__e = null, n.__e != i && w(n));
}
function w(e) {
	if ((e = e.__) && e.__c && !e.props.__P) return e.__e = null, e.__k.some(function(t) {
		return t && (e.__e = t.__e);
	}), w(e);
}
function T(t) {
	(8 & t.__g || (t.__g |= 8, r.push(t), a++)) && i == e.debounceRendering || ((i = e.debounceRendering) || queueMicrotask)(E);
}
function E() {
	try {
		for (var e, t = 1; r.length;) r.length > t && r.sort(o), e = r.shift(), t = r.length, 8 & e.__g && C(e);
	} finally {
		(a = r.length) && (i || queueMicrotask)(E);
	}
}
function te(e, t, n, r, i, a, o, s, c, l, u) {
	var d, m, h, g, _, v, y = r.__k || p, b = t.length;
	for (c = ne(n, t, y, c, b), d = 0; d < b; d++) (h = n.__k[d]) != null && (m = ~h.__i && y[h.__i] || f, h.__i = d, v = ce(e, h, m, i, a, o, s, c, l, u), g = h.__e, (m.ref != h.ref || 8 & m.__u) && (m.ref && pe(m.ref, null, h, m), h.ref && u.push(h.ref, h.__c || g, h)), _ ||= g, 4 & h.__u ? (c = re(h, c, e, !m.__v), m.__e && (m.__e = null)) : typeof h.type == "function" && v !== void 0 ? c = v : g && (c = g.nextSibling), h.__u &= -21);
	return n.__e = _, c;
}
function ne(e, t, n, r, i) {
	var a, o, s, c, l, u, f, p, m, g = n.length, _ = g, v = 0, y = 0, S = e.__k = Array(i);
	for (a = 0; a < i; a++) (o = t[a]) != null && typeof o != "boolean" && typeof o != "function" ? (typeof o != "object" || o.constructor === String ? o = S[a] = b(null, o) : h(o) ? o = S[a] = b(x, { children: o }) : o.constructor === d && o.__b ? o = S[a] = b(o.type, o.props, o.key, o.ref, o.__v) : S[a] = o, c = a + v, o.__ = e, o.__b = e.__b + 1, s = null, ~(l = o.__i = ie(o, n, c, _)) && (_--, (s = n[l]) && (s.__u |= 2)), s && s.__v ? (o.__u |= 16, l == c - 1 ? v-- : l == c + 1 ? v++ : l != c && (l > c ? v-- : v++, y = 1)) : (~l || (i > g ? v-- : i < g && v++), typeof o.type != "function" && (o.__u |= 4))) : S[a] = null;
	if (y) {
		for (u = [], f = [], a = 0; a < i; a++) if ((o = S[a]) && 16 & o.__u) {
			for (v = 0, p = u.length; v < p;) u[m = v + p >> 1] < o.__i ? v = m + 1 : p = m;
			u[v] = o.__i, f[a] = v + 1;
		}
		for (v = u.length; a--;) f[a] && (f[a] == v ? v-- : S[a].__u |= 4);
	}
	if (_) for (a = 0; a < g; a++) !(s = n[a]) || 2 & s.__u || (s.__e == r && (r = ee(s)), me(s, s));
	return r;
}
function re(e, t, n, r) {
	var i, a, o, s;
	if (typeof e.type == "function") {
		if (e.props.__P) return t;
		if (i = e.__k) for (a = 0; a < i.length; a++) i[a] && (i[a].__ = e, t = re(i[a], t, n, !1));
		return t;
	}
	for (t && !t.parentNode && (t = ee(e)) && !t.parentNode && (t = null), o = e.__e, s = t; s && s.nodeType == 8;) s = s.nextSibling;
	for (o != s && (!r && n.moveBefore && o.parentNode ? n.moveBefore(o, t) : n.insertBefore(o, t || null)), t = o; (t &&= t.nextSibling) && t.nodeType == 8 && !t.data.startsWith("$s"););
	return t;
}
function ie(e, t, n, r) {
	var i, a = e.key, o = e.type, s = t[n], c = s && !(2 & s.__u);
	if (s === null && a == null || c && a == s.key && o == s.type) return n;
	if (r > +!!c) {
		for (i = n - 1; i >= 0; i--) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
		for (i = n + 1; i < t.length; i++) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
	}
	return -1;
}
function ae(e, t, n) {
	n ??= "", t[0] == "-" ? e.setProperty(t, n) : e[t] = n;
}
function oe(e, t, n, r, i) {
	var a, o;
	if (t == "style") {
		if (typeof n == "string") e.style.cssText = n;
		else {
			if (typeof r == "string" && (e.style.cssText = r = ""), r) for (t in r) n && t in n || ae(e.style, t);
			if (n) for (t in n) r && n[t] == r[t] || ae(e.style, t, n[t]);
		}
	} else if (t[0] == "o" && t[1] == "n") typeof n != "function" && (n = null), typeof r != "function" && (r = null), (e.__e ||= {})[t] = n, n && r || (o = u[t] || (u[t] = se(t)), (e.__a ||= {})[t] = l, a = t != (t = t.replace(c, "$1")), (t = t.slice(2))[0] < "a" && (t = t.toLowerCase()), n ? e.addEventListener(t, o, a) : e.removeEventListener(t, o, a));
	else {
		if (i == "http://www.w3.org/2000/svg") t = t.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
		else if (t != "width" && t != "height" && t != "href" && t != "list" && t != "form" && t != "tabIndex" && t != "download" && t != "rowSpan" && t != "colSpan" && t != "role" && t != "popover" && t in e) try {
			e[t] = n ?? "";
			return;
		} catch {}
		if (typeof n == "function") return;
		n == null || !1 === n && t[4] != "-" ? e.removeAttribute(t) : e.setAttribute(t, t == "popover" && n == 1 ? "" : n);
	}
}
function se(t) {
	return function(n) {
		var r = this.__e;
		if (r) {
			if (r = r[t], n[s] == null) n[s] = l++;
			else if (n[s] < this.__a[t]) return;
			return r(e.event ? e.event(n) : n);
		}
	};
}
function ce(t, n, r, i, a, o, s, c, l, u) {
	var f, m, g, y, b, C, w, T, E, ne, re, ie, ae, oe, se, ce, de, pe, D = n.type;
	if (n.constructor !== d) return null;
	128 & r.__u && (l = 32 & r.__u, f = r.__c.__z) && (n.__u |= l, m = o = [], f.nodeType == 8 ? c = le(f, o) : o.push(f), c = o[0] || c), (f = e.__b) && f(n);
	n: if (typeof D == "function") {
		g = s.length;
		try {
			if (T = n.props, E = (f = D.prototype) && f.render, ne = (f = D.contextType) && i[f.__c], re = f ? ne ? ne.props.value : f.__ : i, (y = r.__c) ? (n.__c = y, 2 & y.__g && (y.__g |= 1)) : (E ? n.__c = y = new D(T, re) : (n.__c = y = new S(T, re), y.constructor = D, y.render = he), ne && ne.sub(y), y.state || (y.state = {}), y.__n = i, y.__g |= 8, y.__h = [], y.__k = []), E && (y.__s || (y.__s = y.state), D.getDerivedStateFromProps && (y.__s == y.state && (y.__s = _({}, y.__s)), _(y.__s, D.getDerivedStateFromProps(T, y.__s)))), b = y.props, C = y.state, y.__v = n, r.__c) {
				if (T !== b && E && !D.getDerivedStateFromProps && y.componentWillReceiveProps && y.componentWillReceiveProps(T, re), n.__v == r.__v && !(8 & y.__g) || !(4 & y.__g) && y.shouldComponentUpdate && !1 === y.shouldComponentUpdate(T, y.__s, re)) {
					n.__v != r.__v && (y.props = T, y.state = y.__s, y.__g &= -9), n.__e = r.__e, n.__k = r.__k, n.__k.some(function(e) {
						e && (e.__ = n);
					}), p.push.apply(y.__h, y.__k), y.__k = [], y.__h.length && s.push(y), c = ee(r);
					break n;
				}
				y.componentWillUpdate && y.componentWillUpdate(T, y.__s, re), E && y.componentDidUpdate && y.__h.push(function() {
					y.componentDidUpdate(b, C, w);
				});
			} else E && !D.getDerivedStateFromProps && y.componentWillMount && y.componentWillMount(), E && y.componentDidMount && y.__h.push(y.componentDidMount);
			y.context = re, y.props = T, y.__P = t, y.__g &= -5, ie = e.__r, ae = E ? 25 : 0;
			do
				y.__g &= -9, ie && ie(n), f = y.render(y.props, y.state = y.__s, y.context);
			while (8 & y.__g && ++ae < 25);
			E && (p.push.apply(y.__h, y.__k), y.__k = []), y.state = y.__s, y.getChildContext && (i = _({}, i, y.getChildContext())), E && r.__c && y.getSnapshotBeforeUpdate && (w = y.getSnapshotBeforeUpdate(b, C)), oe = f && f.type === x && f.key == null ? f.props.children : f, T.__P && (f = c, a = (t = T.__P).namespaceURI, l = o = null, r.props && r.props.__P != t && (r.__k.some(function(e) {
				e && me(e, e);
			}), r.__k = null), c = r.__k ? ee(r, 0) : null), c = te(t, h(oe) ? oe : [oe], n, r, i, a, o, s, c, l, u), T.__P && (n.__e = null, c = f), n.__u &= -161, m && m.some(v), y.__h.length && s.push(y), 1 & y.__g && (y.__g &= -4);
		} catch (t) {
			if (s.length = g, n.__v = null, l || o) {
				if (t && t.then) {
					if (n.__u |= 128 | l, o) {
						for (~(de = o.indexOf(c || void 0)) || (de = o.length); (pe = o[de - 1]) && pe.nodeType == 8;) de--;
						for (; de < o.length; de++) if (pe = o[de]) {
							if (o[de] = null, se) {
								if (pe == ce) break;
							} else {
								if (pe.nodeType != 8) break;
								pe.data.startsWith("$s") && (ce = le(se = pe));
							}
						}
					}
					if (!se) {
						for (; c && c.nodeType == 8 && c.nextSibling;) c = c.nextSibling;
						se = c;
					}
					(f = le(se = n.__c.__z || (n.__c.__z = se))) ? (n.__e = se, c = f) : n.__e = c, c &&= c.nextSibling;
				} else o && o.some(v);
			} else n.__e = r.__e;
			n.__k ||= r.__k || [], t && t.then || ue(n), e.__e(t, n, r);
		}
	} else c = n.__e = fe(r.__e, n, r, i, a, o, s, l, u, t);
	return (f = e.diffed) && f(n), c;
}
function le(e, t) {
	if (e && e.nodeType == 8 && e.data.startsWith("$s")) for (var n = 1; e = e.nextSibling;) {
		if (e.nodeType == 8) {
			if (e.data.startsWith("$s")) n++;
			else if (e.data.startsWith("/$s") && !--n) return e;
		}
		t && t.push(e);
	}
}
function ue(e) {
	e && (e.__c && (e.__c.__g |= 4), e.__k && e.__k.some(ue));
}
function de(t, n, r) {
	for (var i = 0; i < r.length;) pe(r[i++], r[i++], r[i++]);
	e.__c && e.__c(n, t), t.some(function(n) {
		try {
			t = n.__h, n.__h = [], t.some(function(e) {
				e.call(n);
			});
		} catch (t) {
			e.__e(t, n.__v);
		}
	});
}
function fe(t, n, r, i, a, o, s, c, l, u) {
	var d, p, _, y, b, x, S, C, w = r.props || f, T = n.props, E = n.type;
	if (E == "svg" ? a = "http://www.w3.org/2000/svg" : E == "math" ? a = "http://www.w3.org/1998/Math/MathML" : a ||= "http://www.w3.org/1999/xhtml", o) {
		for (d = 0; d < o.length; d++) if ((b = o[d]) && (E ? b.localName == E : b.nodeType == 3)) {
			t = b, o[d] = null;
			break;
		}
	}
	if (!t) {
		if (C = u.ownerDocument || document, !E) return C.createTextNode(T);
		t = C.createElementNS(a, E, T.is ? T : u), c &&= (e.__m && e.__m(n, o), !1), o = null;
	}
	if (E) {
		if (u = E == "template" && t.content || t, o = E == "textarea" && T.defaultValue != null ? null : o && g.call(u.childNodes), !c && o) for (w = {}, d = 0; d < t.attributes.length; d++) w[(b = t.attributes[d]).name] = b.value;
		for (d in w) b = w[d], d == "dangerouslySetInnerHTML" ? _ = b : d == "children" || d in T || d == "value" && "defaultValue" in T || d == "checked" && "defaultChecked" in T || oe(t, d, null, b, a);
		for (d in T) b = T[d], d == "children" ? y = b : d == "dangerouslySetInnerHTML" ? p = b : d == "value" ? x = b : d == "checked" ? S = b : c && typeof b != "function" || w[d] === b || oe(t, d, b, w[d], a);
		p ? (c || _ && (p.__html == _.__html || p.__html == t.innerHTML) || (t.innerHTML = p.__html), n.__k = []) : (_ && (t.textContent = ""), (E == "foreignObject" || a == "http://www.w3.org/1998/Math/MathML" && m.test(E)) && (a = "http://www.w3.org/1999/xhtml"), te(u, h(y) ? y : [y], n, r, i, a, o, s, o ? o[0] : r.__k && ee(r, 0), c, l), o && o.some(v)), c && E != "textarea" || (d = "value", E == "progress" && x == null ? t.removeAttribute(d) : x == null || x === t[d] && (E != "progress" || x) || oe(t, d, x, w[d], a), d = "checked", S != null && S != t[d] && oe(t, d, S, w[d], a));
	} else w === T || c && t.data == T || (t.data = T);
	return t;
}
function pe(t, n, r, i) {
	try {
		typeof t == "function" ? n ? n.__x = t(n) || 1 : (i &&= i.__c || i.__e) && (n = i.__x) && (i.__x = null, typeof n == "function" ? n() : t(null)) : t.current = n;
	} catch (t) {
		e.__e(t, r);
	}
}
function me(t, n, r) {
	var i, a, o, s;
	if (e.unmount && e.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || pe(i, null, n, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			e.__e(t, n);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (s = 0; s < i.length; s++) i[s] && me(i[s], n, typeof t.type != "function" || r && !t.props.__P);
	!r && (i = t.__c) && (i = i.__z) && (a = le(i, o = [])) && (i == t.__e && o.some(v), v(a), v(i)), r || v(t.__e), t.__e = t.__c = t.__ = null;
}
function he(e, t, n) {
	return this.constructor(e, n);
}
function D(t, n) {
	var r, i, a, o;
	e.__ && e.__(t, n), n.nodeType == 9 && (n = n.documentElement), i = (r = t && 32 & t.__u) ? null : n.__k, n.__k = b(x, { children: [t] }), a = [], o = [], ce(n, n.__k, i || f, f, n.namespaceURI, i ? null : n.firstChild ? g.call(n.childNodes) : null, a, i ? i.__e : n.firstChild, r, o), de(a, n.__k, o), n.__k.props.children = null;
}
e = { __e: function(e, t, n, r) {
	for (var i, o, s; t = t.__;) if ((i = t.__c) && !(1 & i.__g)) {
		i.__g |= 4;
		try {
			if ((s = (o = i.constructor) && o.getDerivedStateFromError) && i.setState(o.getDerivedStateFromError(e)), i.componentDidCatch && (i.componentDidCatch(e, r || {}), s = 1), s && 8 & i.__g) return void (i.__g |= 2);
		} catch (t) {
			e = t;
		}
	}
	throw a = 0, e;
} }, t = 0, n = function(e) {
	return e != null && e.constructor === d;
}, S.prototype.setState = function(e, t) {
	var n = this.__s;
	n && n != this.state || (n = this.__s = _({}, this.state)), typeof e == "function" && (e = e(_({}, n), this.props)), e && (_(n, e), this.__v && (t && this.__k.push(t), T(this)));
}, S.prototype.forceUpdate = function(e) {
	this.__v && (this.__g |= 4, e && this.__h.push(e), T(this));
}, S.prototype.render = x, r = [], a = 0, o = function(e, t) {
	return e.__v.__b - t.__v.__b;
}, s = Symbol(), c = /(PointerCapture)$|Capture$/i, l = 0, u = {};
// src/file_search.ts
var ge = 220, _e = 60, ve = /[\p{L}\p{N}\p{M}]+/gu;
function ye(e) {
	let t = e.parts.length ? e.parts.map((e) => typeof e == "string" ? e : e[0]).join("") : e.words.map(([e]) => e).join(" ");
	return {
		about: e,
		text: t,
		tokens: Ae(t)
	};
}
function be(e) {
	return e.parts.map((e) => {
		if (typeof e == "string") return [e];
		let [t, n, r, i] = e;
		return [
			t,
			i ?? t.toLowerCase(),
			n,
			r
		];
	});
}
function xe(e) {
	let t = [...e.matchAll(/"([^"]*)"|(\S+)/g)].map((e) => Ae((e[1] ?? e[2] ?? "").replace(/["_]/g, " "))).filter((e) => e.length > 0), n = !e.trimEnd().endsWith("\"") && (t.at(-1)?.at(-1)?.length ?? 0) > 2;
	return t.map((e, r) => ({
		tokens: e,
		isOpen: n && r === t.length - 1
	}));
}
function Se(e, t, n) {
	let r = xe(t), i = [];
	for (let t of e) {
		if (!Oe(t.about, n)) continue;
		let e = r.map((e) => ke(t.tokens, e.tokens, e.isOpen));
		if (e.some((e) => e === 0)) continue;
		let a = n.topic === null ? 0 : Ce(t.about, n.topic), o = e.reduce((e, t) => e + t, 0) / (t.tokens.length + 50);
		i.push([t, r.length ? o : a]);
	}
	return i.sort((e, t) => t[1] - e[1]).map(([e]) => e);
}
function Ce(e, t) {
	return e.shares.find(([e]) => e === t)?.[1] ?? 0;
}
function we(e, t = "") {
	let { row: n, id: r, shares: i, title: a } = e.about, o = {
		row: n,
		id: r,
		shares: i.slice(0, 3),
		...a === void 0 ? {} : { title: a }
	};
	return e.about.parts.length ? {
		...o,
		...Te(e.text, t)
	} : o;
}
function Te(e, t) {
	let n = e.replace(/\s+/g, " ").trim(), r = xe(t).flatMap((e) => e.tokens).map(je), i = r.length ? RegExp(`(?<![\\p{L}\\p{N}])(?:${r.join("|")})[\\p{L}\\p{N}]*`, "giu") : null, a = i ? n.search(i) : 0, o = Math.max(0, a - ge / 3);
	o > 0 && (o = n.indexOf(" ", o) + 1 || o);
	let s = n.slice(o, o + ge);
	o + ge < n.length && (s = `${s.slice(0, Math.max(s.lastIndexOf(" "), ge / 2))} …`), o > 0 && (s = `… ${s}`);
	let c = (e) => [...s.slice(0, e)].length, l = i ? [...s.matchAll(i)].map((e) => [c(e.index), c(e.index + e[0].length)]) : [];
	return {
		snippet: s,
		spans: l
	};
}
function Ee(e, t, n) {
	let r = [];
	for (let i of e) {
		let e = De(i.about, t);
		if (!e) continue;
		let [a, o] = e, s = (e) => e.replace(/\s+/g, " ");
		if (r.push({
			row: i.about.row,
			id: i.about.id,
			before: s(i.text.slice(Math.max(0, a - _e), a)),
			word: i.text.slice(a, o),
			after: s(i.text.slice(o, o + _e))
		}), r.length === n) break;
	}
	return r;
}
function De(e, t) {
	let n = 0;
	for (let r of e.parts) {
		let e = typeof r == "string" ? r : r[0];
		if (typeof r != "string" && (r[3] ?? e.toLowerCase()) === t) return [n, n + e.length];
		n += e.length;
	}
	return null;
}
function Oe(e, t) {
	return t.topic !== null && Ce(e, t.topic) < t.least || t.from && (e.day === null || e.day < t.from) || t.to && (e.day === null || e.day > t.to) ? !1 : Object.entries(t.groups).every(([t, n]) => String(e.metadata[t] ?? "") === n);
}
function ke(e, t, n) {
	let r = 0;
	for (let i = 0; i + t.length <= e.length; i++) t.every((r, a) => {
		let o = e[i + a] ?? "";
		return n && a === t.length - 1 ? o.startsWith(r) : o === r;
	}) && (r += 1);
	return r;
}
function Ae(e) {
	return e.toLowerCase().match(ve) ?? [];
}
function je(e) {
	return e.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
// src/text.ts
var Me = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{M}])[\u200c\u200d]/gu, Ne = 60;
function O(e) {
	return e.replace(Me, (e) => `\\x${e.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
function k(e) {
	let t = O(e.length > 240 ? e.slice(0, 240) : e);
	return t.length > Ne ? `${t.slice(0, 59)}…` : t;
}
function A(e, t = 1) {
	let n = 10 ** -t;
	return e > 0 && 100 * e < n / 2 ? `<${n.toFixed(t)}%` : `${(100 * e).toFixed(t)}%`;
}
var Pe = new Intl.NumberFormat("en");
function j(e) {
	return Pe.format(Math.round(e));
}
function Fe(e) {
	return e < 60 ? `${e.toFixed(+(e < 10))} s` : e < 3600 ? `${Math.round(e / 60)} min` : `${(e / 3600).toFixed(1)} h`;
}
function Ie(e, t) {
	return t.endsWith("year") || t.endsWith("y") ? e.slice(0, 4) : t === "day" || t === "week" || t.endsWith("d") || t.endsWith("w") ? e : e.slice(0, 7);
}
// src/file_host.ts
var Le = 8, Re = 20, ze = class {
	data;
	listener;
	canTrain = !1;
	canEdit = !1;
	topics;
	words;
	documents;
	byRow;
	n = 0;
	constructor(e, t) {
		this.data = e, this.listener = t, this.topics = new Map(e.topics.map((e) => [e.topic, e])), this.words = new Map(e.words.map((e) => [e.word, e])), this.documents = e.documents.map(ye), this.byRow = new Map(this.documents.map((e) => [e.about.row, e]));
	}
	open() {
		this.listener.onHello({
			type: "hello",
			protocol: 1,
			title: this.data.title,
			n_readable: this.documents.length
		}), this.listener.onConnection(!0);
	}
	setView(e, t) {
		let { frame: n } = this.data, r = n.topics.map((n) => ({
			...n,
			words: this.ranked(n.topic, e, t).map(([e]) => e)
		}));
		this.listener.onFrame({
			...n,
			frame: ++this.n,
			lambda: e,
			topics: r
		});
	}
	async request(e, t) {
		let n = {
			topic: () => this.topic(t),
			document: () => this.document(Number(t.row)),
			similar: () => this.similar(Number(t.row)),
			word: () => this.word(String(t.word)),
			groups: () => this.byColumn(this.data.groups, t),
			time: () => this.byColumn(this.data.time, t),
			search: () => this.search(t),
			suggest: () => ({ words: [...this.words.keys()].filter((e) => e.startsWith(String(t.prefix).toLowerCase())).slice(0, 10) }),
			values: () => this.values(String(t.column)),
			training: () => ({ history: [] })
		}, r = Object.hasOwn(n, e) ? n[e] : null;
		if (!r) throw Error("A file cannot do this. It needs the live explorer: thalweg explore");
		return r();
	}
	async download() {
		throw Error("A file cannot do this. It needs the live explorer: thalweg explore");
	}
	ranked(e, t, n) {
		let r = ([, e, n]) => Math.log(e) - (1 - t) * Math.log(n);
		return [...this.topics.get(e)?.words ?? []].sort((e, t) => r(t) - r(e)).slice(0, n);
	}
	topic(e) {
		let t = this.topics.get(Number(e.topic)), n = this.data.frame.topics.find((e) => e.topic === t?.topic);
		if (!t || !n) throw Error(`There is no topic ${String(e.topic)}.`);
		let r = this.ranked(t.topic, Number(e.lambda ?? .6), Number(e.words ?? 30)).map(([e, t, r]) => {
			let i = t * n.share * this.data.n_tokens;
			return {
				word: e,
				share: t,
				corpus: r,
				count: i,
				total: Math.max(r * this.data.n_tokens, i)
			};
		}), i = e.uncertain === !0, a = i ? t.uncertain : t.typical, { locked: o, held: s, removed: c, related: l } = {
			locked: n.locked,
			...t
		};
		return {
			topic: t.topic,
			name: n.name,
			share: n.share,
			words: r,
			related: l,
			uncertain: i,
			documents: a,
			locked: o,
			held: s,
			removed: c
		};
	}
	found(e) {
		let t = this.byRow.get(e);
		if (!t) throw Error(`This file does not contain document ${e}. It has ${j(this.documents.length)} of ${j(this.data.frame.n_documents ?? 0)} documents.`);
		return t;
	}
	document(e) {
		let { about: t } = this.found(e), { id: n, metadata: r, shares: i, words: a, n_tokens: o, is_cut: s } = t;
		return {
			row: e,
			id: n,
			title: t.title ?? null,
			metadata: r,
			shares: i,
			words: a,
			n_tokens: o,
			is_cut: s,
			parts: be(t),
			similar: []
		};
	}
	similar(e) {
		let t = this.found(e), n = new Map(t.about.shares), r = (e) => e.about.shares.reduce((e, [t, r]) => e + Math.sqrt(r * (n.get(t) ?? 0)), 0);
		return {
			row: e,
			documents: this.documents.filter((e) => e !== t && e.text !== t.text).map((e) => ({
				...we(e),
				similarity: Math.min(1, r(e))
			})).sort((e, t) => t.similarity - e.similarity).slice(0, Le)
		};
	}
	values(e) {
		return {
			column: e,
			values: [...new Set(this.documents.map(({ about: t }) => t.metadata[e]).filter((e) => e != null).map(String))].sort()
		};
	}
	word(e) {
		let t = this.words.get(e);
		if (!t) throw Error("This file does not contain this word. It has the words of the topics and of its documents.");
		let { trend: n } = this.data, r = n?.starts.map((e, r) => ({
			start: e,
			n_documents: n.n_documents[r] ?? 0,
			n_found: t.found?.[r] ?? 0
		})) ?? [];
		return {
			word: e,
			share: t.share,
			topics: t.topics.map(([e, t, n, r]) => ({
				topic: e,
				share: t,
				probability: n,
				rank: r
			})),
			contexts: Ee(this.documents, e, Re),
			n_documents: t.n_documents,
			trend: n && t.found ? {
				column: n.column,
				every: n.every,
				periods: r
			} : null
		};
	}
	byColumn(e, t) {
		let n = t.column === void 0 ? e[0] : e.find((e) => e.column === t.column);
		if (!n) throw Error("The documents have no such column.");
		return n;
	}
	search(e) {
		let t = (e) => typeof e == "string" && e ? e : null, n = t(e.query) ?? "", r = Number(e.limit ?? 20), i = {
			topic: typeof e.topic == "number" ? e.topic : null,
			least: Number(e.least ?? .2),
			groups: e.groups ?? {},
			from: t(e.from),
			to: t(e.to)
		}, a = Se(this.documents, n, i);
		return {
			hits: a.slice(0, r).map((e) => we(e, n)),
			more: a.length > r,
			is_ranked: !0,
			n_indexed: this.documents.length,
			n_documents: this.documents.length
		};
	}
}, Be = 24, Ve = class {
	sent = /* @__PURE__ */ new Map();
	later = [];
	nextId = 1;
	ask(e, t, n) {
		return new Promise((r, i) => {
			let a = () => {
				let t = this.nextId++;
				n !== void 0 && (o.timer = setTimeout(() => this.refuse(t, `no answer came within ${n} s`), 1e3 * n)), this.sent.set(t, o), e(t);
			}, o = {
				begin: a,
				resolve: (e, n) => r(t(e, n)),
				reject: i
			};
			this.sent.size < Be ? a() : this.later.push(o);
		});
	}
	answer(e, t, n = []) {
		this.taken(e)?.resolve(t, n);
	}
	refuse(e, t) {
		this.taken(e)?.reject(Error(t));
	}
	refuseAll(e) {
		let t = [...this.sent.values(), ...this.later];
		this.sent.clear(), this.later.length = 0;
		for (let n of t) clearTimeout(n.timer), n.reject(Error(e));
	}
	taken(e) {
		let t = this.sent.get(e);
		if (t) return clearTimeout(t.timer), this.sent.delete(e), this.later.shift()?.begin(), t;
	}
}, He = 1e3;
function Ue(e) {
	if (document.hidden) {
		let t = () => {
			document.hidden || (document.removeEventListener("visibilitychange", t), e());
		};
		document.addEventListener("visibilitychange", t);
		return;
	}
	let t = !1, n = () => {
		t || (t = !0, clearTimeout(r), document.hidden ? Ue(e) : e());
	}, r = setTimeout(n, He);
	requestAnimationFrame(() => setTimeout(n));
}
// src/socket_host.ts
var We = class {
	token;
	listener;
	createSocket;
	canTrain = !0;
	canEdit = !0;
	socket = null;
	asked = new Ve();
	view = {
		lambda: .6,
		words: 8
	};
	attempts = 0;
	constructor(e, t, n = (e, t) => new WebSocket(e, t)) {
		this.token = e, this.listener = t, this.createSocket = n;
	}
	connect() {
		let e = `ws://${location.host}/socket`, t = this.createSocket(e, ["thalweg.1", `token.${this.token}`]);
		this.socket = t;
		let n = !1;
		t.onopen = () => {
			n = !0, this.attempts = 0, this.listener.onConnection(!0), this.sendView();
		}, t.onmessage = (e) => this.receive(JSON.parse(String(e.data))), t.onclose = () => {
			this.socket = null, this.asked.refuseAll("the connection was lost");
			let e = n || this.attempts < 3 ? "The explorer is not reachable. Trying again." : "The explorer has ended, or this address is an old one. Use the address that it printed.";
			this.listener.onConnection(!1, e), this.attempts += 1, setTimeout(() => this.connect(), Math.min(500 * 2 ** Math.min(this.attempts, 4), 5e3));
		};
	}
	request(e, t) {
		return this.socket?.readyState === 1 ? this.asked.ask((n) => this.socket?.send(JSON.stringify({
			type: "request",
			id: n,
			name: e,
			params: t
		})), (e) => e) : Promise.reject(/* @__PURE__ */ Error("not connected"));
	}
	setView(e, t) {
		this.view = {
			lambda: e,
			words: t
		}, this.sendView();
	}
	async download(e) {
		let t = await fetch(`/download/${e}`, { headers: { Authorization: `Bearer ${this.token}` } });
		if (!t.ok) throw Error(await t.text());
		Ge(await t.blob(), e);
	}
	sendView() {
		this.socket?.readyState === 1 && this.socket.send(JSON.stringify({
			type: "view",
			...this.view
		}));
	}
	receive(e) {
		if (e.type === "frame") {
			let t = e, n = this.socket;
			this.listener.onFrame(t), Ue(() => {
				n?.readyState === 1 && n.send(JSON.stringify({
					type: "ack",
					frame: t.frame
				}));
			});
		} else e.type === "hello" ? this.listener.onHello(e) : e.id !== void 0 && e.id !== null && (e.type === "answer" ? this.asked.answer(e.id, e.result) : this.asked.refuse(e.id, e.message ?? "the request failed"));
	}
};
function Ge(e, t) {
	let n = document.createElement("a");
	n.href = URL.createObjectURL(e), n.download = t, n.click(), setTimeout(() => URL.revokeObjectURL(n.href), 1e3);
}
// src/notebook_host.ts
var Ke = 60, qe = 600, Je = class {
	listener;
	canTrain = !0;
	canEdit = !0;
	asked = new Ve();
	views = [];
	isOpen = !0;
	wanted = null;
	constructor(e) {
		this.listener = e;
	}
	add(e) {
		return this.views.push(e), this.views.length === 1 && this.begin(e), () => {
			let t = this.views[0] === e;
			this.views.splice(this.views.indexOf(e), 1), e.off("msg:custom", this.receive);
			let n = this.views[0];
			t && n && this.begin(n), n || this.asked.refuseAll("the page was closed");
		};
	}
	get nViews() {
		return this.views.length;
	}
	reopen() {
		this.send({ type: "open" });
	}
	request(e, t) {
		return this.ask("request", e, t, (e) => e, Ke);
	}
	async download(e) {
		let t = await this.ask("download", e, {}, (e, t) => t[0], qe);
		t && Ge(new Blob([t]), e);
	}
	setView(e, t) {
		this.wanted = {
			type: "view",
			lambda: e,
			words: t
		}, this.send(this.wanted);
	}
	begin(e) {
		e.on("msg:custom", this.receive), this.reopen(), this.wanted && this.send(this.wanted);
	}
	send(e) {
		this.views[0]?.send(e);
	}
	ask(e, t, n, r, i) {
		return this.isOpen ? this.asked.ask((r) => this.send({
			type: e,
			id: r,
			name: t,
			params: n
		}), r, i).catch((e) => {
			throw e.message.startsWith("no answer") ? /* @__PURE__ */ Error(`${e.message}; the kernel may be running a cell`) : e;
		}) : Promise.reject(Error(Ye));
	}
	receive = (e, t) => {
		let n = JSON.parse(e.message);
		if (n.type === "hello") this.listener.onHello(n), this.listener.onConnection(!0);
		else if (n.type === "frame") {
			let e = n;
			this.listener.onFrame(e), Ue(() => this.send({
				type: "ack",
				frame: e.frame
			}));
		} else n.type === "closed" ? (this.isOpen = !1, this.asked.refuseAll(Ye), this.listener.onConnection(!1, `${Ye[0]?.toUpperCase()}${Ye.slice(1)}.`)) : typeof n.id == "number" && (n.type === "answer" ? this.asked.answer(n.id, n.result, t) : this.asked.refuse(n.id, n.message ?? "the request failed"));
	};
}, Ye = "this page was closed in the notebook; run its cell again";
// src/place.ts
function Xe(e, t, n) {
	let r = e.attachShadow({ mode: "open" });
	e.dataset.lmSuppressShortcuts = "true", e.addEventListener("keydown", (e) => e.stopPropagation()), e.style.setProperty("--height", `${n}px`);
	let i = Ze();
	i && (e.style.colorScheme = i);
	let a = document.createElement("style");
	a.textContent = t;
	let o = document.createElement("div");
	return o.tabIndex = -1, o.style.outline = "none", r.append(a, o), o;
}
function Ze() {
	let { jpThemeLight: e, vscodeThemeKind: t } = document.body.dataset;
	return e === void 0 ? t === void 0 ? null : t.includes("light") ? "light" : "dark" : e === "true" ? "light" : "dark";
}
function Qe(e) {
	let t = e?.getRootNode();
	return t instanceof ShadowRoot ? t : null;
}
var $e = (e) => Qe(e) ?? window;
function et(e, t) {
	return (t instanceof ShadowRoot ? t : document).getElementById(e);
}
function tt(e) {
	let t = Qe(e);
	(t?.host ?? window).scrollTo({ top: 0 }), t && !t.activeElement && t.querySelector("div")?.focus({ preventScroll: !0 });
}
function nt(e) {
	return getComputedStyle(Qe(e)?.host ?? document.body).backgroundColor;
}
// src/selection.ts
var rt = {
	view: "topics",
	topic: null,
	document: null,
	word: null,
	column: null,
	exact: !1,
	query: "",
	groups: {},
	from: "",
	to: "",
	lambda: .6,
	order: "number",
	uncertain: !1
}, it = [
	"topics",
	"documents",
	"groups",
	"training",
	"edits"
], at = [
	"number",
	"share",
	"coherence"
], ot = "in.";
function st(e) {
	let t = new URLSearchParams();
	for (let n of [
		"view",
		"lambda",
		"order",
		"query",
		"from",
		"to"
	]) e[n] !== rt[n] && t.set(n, String(e[n]));
	for (let n of [
		"topic",
		"document",
		"word",
		"column"
	]) {
		let r = e[n];
		r !== null && t.set(n, String(r));
	}
	for (let n of ["exact", "uncertain"]) e[n] && t.set(n, "1");
	for (let [n, r] of Object.entries(e.groups)) r && t.set(ot + n, r);
	return t.toString();
}
function ct(e) {
	let t = new URLSearchParams(e.replace(/^#/, "")), n = (e) => {
		let n = t.get(e);
		return n !== null && /^\d{1,9}$/.test(n) ? Number(n) : null;
	}, r = (e) => /^\d{4}-\d\d-\d\d$/.test(t.get(e) ?? "") ? t.get(e) ?? "" : "", i = t.get("view") ?? "", a = t.get("order") ?? "", o = Number(t.get("lambda") ?? rt.lambda), s = [...t].filter(([e, t]) => e.startsWith(ot) && t);
	return {
		view: it.includes(i) ? i : rt.view,
		topic: n("topic"),
		document: n("document"),
		word: t.get("word"),
		column: t.get("column"),
		exact: t.get("exact") === "1",
		query: t.get("query") ?? "",
		groups: Object.fromEntries(s.map(([e, t]) => [e.slice(3), t])),
		from: r("from"),
		to: r("to"),
		lambda: o >= 0 && o <= 1 ? o : rt.lambda,
		order: at.includes(a) ? a : rt.order,
		uncertain: t.get("uncertain") === "1"
	};
}
function lt(e) {
	return new URLSearchParams(e.replace(/^#/, "")).get("token");
}
// node_modules/preact/hooks/dist/hooks.mjs
var ut, M, dt, ft, pt = Object.is, mt = 0, ht = [], gt = [], N = e, _t = N.__b, vt = N.__r, yt = N.diffed, bt = N.__c, xt = N.unmount, St = N.__;
function Ct(e, t) {
	N.__h && N.__h(M, e, mt || t), mt = 0;
	var n = M.__H || (M.__H = {
		__: [],
		__h: []
	});
	return e >= n.__.length && n.__.push({}), n.__[e];
}
function P(e) {
	return mt = 1, wt(Ft, e);
}
function wt(e, t, n) {
	var r = Ct(ut++, 2);
	if (r.t = e, !r.__c && (r.__ = [n ? n(t) : Ft(void 0, t), function(e) {
		var t = (r.__N || r.__)[0], n = r.t(t, e);
		pt(t, n) || (r.__N = [n, r.__[1]], r.__c.setState({}));
	}], r.__c = M, !M.__f)) {
		M.__f = !0;
		var i = M.shouldComponentUpdate;
		M.shouldComponentUpdate = function(e, t, n) {
			var r = this.__H;
			if (!r) return !0;
			var a = !1, o = this.props != e;
			if (r.__.some(function(e) {
				e.__N && (a = !0, pt(e.__[0], e.__N[0]) || (o = !0));
			}), i) {
				var s = i.call(this, e, t, n);
				return a ? s || o : s;
			}
			return !a || o;
		};
	}
	return r.__;
}
function Tt(e, t) {
	var n = Ct(ut++, 3);
	!N.__s && Pt(n.__H, t) && (n.__P = !0, n.__ = e, n.u = t, M.__H.__h.push(n));
}
function Et(e, t) {
	var n = Ct(ut++, 4);
	!N.__s && Pt(n.__H, t) && (n.__P = !1, n.__ = e, n.u = t, M.__h.push(n));
}
function F(e) {
	return mt = 5, Dt(function() {
		return { current: e };
	}, []);
}
function Dt(e, t) {
	var n = Ct(ut++, 7);
	return Pt(n.__H, t) && (n.__ = e(), n.__H = t), n.__;
}
function Ot() {
	var e;
	do {
		for (; e = gt.shift();) try {
			Mt(e);
		} catch (t) {
			N.__e(t, { __: (e = e.__P) && e.__v });
		}
		for (; e = ht.shift();) {
			var t = e.__H;
			if (e.__P && t) try {
				t.__h.some(Mt), t.__h.some(Nt), t.__h = [];
			} catch (n) {
				t.__h = [], N.__e(n, e.__v);
			}
		}
	} while (gt.length);
}
N.__b = function(e) {
	M = null, _t && _t(e);
}, N.__ = function(e, t) {
	e && t.__k && t.__k.__m && (e.__m = t.__k.__m), St && St(e, t);
}, N.__r = function(e) {
	vt && vt(e), ut = 0;
	var t = (M = e.__c).__H;
	t && (dt == M ? M.__h = [] : (t.__h.some(Mt), t.__h.some(Nt), ut = 0), t.__h = [], t.__.some(function(e) {
		e.__N && (e.__ = e.__N), e.u = e.__N = void 0;
	})), dt = M;
}, N.diffed = function(e) {
	yt && yt(e);
	var t = e.__c;
	t && t.__H && (t.__H.__h.length && jt(ht.push(t)), t.__H.__.some(function(e) {
		e.u && (e.__H = e.u);
	})), dt = M = null;
}, N.__c = function(e, t) {
	t.some(function(e) {
		try {
			e.__h.some(Mt), e.__h = e.__h.filter(function(e) {
				return !e.__ || Nt(e);
			});
		} catch (t) {
			e.__h = [function() {
				throw t;
			}];
		}
	}), bt && bt(e, t);
}, N.unmount = function(e) {
	xt && xt(e);
	var t, n, r = e.__c;
	r && r.__H && (r.__H.__.some(function(r) {
		try {
			if (r.__P && r.__c) {
				if (n === void 0) {
					for (n = e.__; n && (!n.__c || !n.__c.__P);) n = n.__;
					n &&= n.__c;
				}
				r.__P = n, jt(gt.push(r));
			} else Mt(r);
		} catch (e) {
			t = e;
		}
	}), r.__H = void 0, t && N.__e(t, r.__v));
};
var kt = typeof requestAnimationFrame == "function";
function At(e) {
	var t, n = function() {
		clearTimeout(r), kt && cancelAnimationFrame(t), setTimeout(e);
	}, r = setTimeout(n, 35);
	kt && (t = requestAnimationFrame(n));
}
function jt(e) {
	e != 1 && ft == N.requestAnimationFrame || ((ft = N.requestAnimationFrame) || At)(Ot);
}
function Mt(e) {
	var t = M, n = e.__c;
	typeof n == "function" && (e.__c = void 0, n()), M = t;
}
function Nt(e) {
	var t = M;
	e.__c = e.__(), M = t;
}
function Pt(e, t) {
	return !e || e.length != t.length || t.some(function(t, n) {
		return !pt(t, e[n]);
	});
}
function Ft(e, t) {
	return typeof t == "function" ? t(e) : t;
}
// node_modules/@preact/signals-core/dist/signals-core.module.js
var It = Symbol.for("preact-signals");
function Lt() {
	if (Ht > 1) Ht--;
	else {
		var e, t = !1;
		for ((function() {
			var e = Kt;
			for (Kt = void 0; e !== void 0;) {
				var t = e.S;
				if (t.v === e.v) for (var n = t.t; n !== void 0; n = n.x) n.i === e.i && (n.i = t.i);
				e = e.o;
			}
		})(); Vt !== void 0;) {
			var n = Vt;
			for (Vt = void 0, Ut++; n !== void 0;) {
				var r = n.u;
				if (n.u = void 0, n.f &= -3, !(8 & n.f) && Yt(n)) try {
					n.c();
				} catch (n) {
					t ||= (e = n, !0);
				}
				n = r;
			}
		}
		if (Ut = 0, Ht--, t) throw e;
	}
}
function Rt(e) {
	if (Ht > 0) return e();
	Gt = ++Wt, Ht++;
	try {
		return e();
	} finally {
		Lt();
	}
}
var zt, I = void 0;
function Bt(e) {
	var t = I, n = zt;
	I = void 0, zt = void 0;
	try {
		return e();
	} finally {
		I = t, zt = n;
	}
}
var Vt = void 0, Ht = 0, Ut = 0, Wt = 0, Gt = 0, Kt = void 0, qt = 0;
function Jt(e) {
	if (I !== void 0) {
		var t = e.n;
		if (t === void 0 || t.t !== I) return t = {
			i: 0,
			S: e,
			p: I.s,
			n: void 0,
			t: I,
			e: void 0,
			x: void 0,
			r: t
		}, I.s !== void 0 && (I.s.n = t), I.s = t, e.n = t, 32 & I.f && e.S(t), t;
		if (t.i === -1) return t.i = 0, t.n !== void 0 && (t.n.p = t.p, t.p !== void 0 && (t.p.n = t.n), t.p = I.s, t.n = void 0, I.s.n = t, I.s = t), t;
	}
}
function L(e, t) {
	this.v = e, this.i = 0, this.n = void 0, this.t = void 0, this.l = 0, this.W = t?.watched, this.Z = t?.unwatched, this.name = t?.name;
}
L.prototype.brand = It, L.prototype.h = function() {
	return !0;
}, L.prototype.S = function(e) {
	var t = this, n = this.t;
	n !== e && e.e === void 0 && (e.x = n, this.t = e, n === void 0 ? Bt(function() {
		var e;
		(e = t.W) == null || e.call(t);
	}) : n.e = e);
}, L.prototype.U = function(e) {
	var t = this;
	if (this.t !== void 0) {
		var n = e.e, r = e.x;
		n !== void 0 && (n.x = r, e.e = void 0), r !== void 0 && (r.e = n, e.x = void 0), e === this.t && (this.t = r, r === void 0 && Bt(function() {
			var e;
			(e = t.Z) == null || e.call(t);
		}));
	}
}, L.prototype.subscribe = function(e) {
	var t = this;
	return rn(function() {
		var n = t.value;
		Bt(function() {
			return e(n);
		});
	}, { name: "sub" });
}, L.prototype.valueOf = function() {
	return this.value;
}, L.prototype.toString = function() {
	return this.value + "";
}, L.prototype.toJSON = function() {
	return this.value;
}, L.prototype.peek = function() {
	var e = this;
	return Bt(function() {
		return e.value;
	});
}, Object.defineProperty(L.prototype, "value", {
	get: function() {
		var e = Jt(this);
		return e !== void 0 && (e.i = this.i), this.v;
	},
	set: function(e) {
		if (e !== this.v) {
			if (Ut > 100) throw Error("Cycle detected");
			(function(e) {
				Ht !== 0 && Ut === 0 && e.l !== Gt && (e.l = Gt, Kt = {
					S: e,
					v: e.v,
					i: e.i,
					o: Kt
				});
			})(this), this.v = e, this.i++, qt++, Ht++;
			try {
				for (var t = this.t; t !== void 0; t = t.x) t.t.N();
			} finally {
				Lt();
			}
		}
	}
});
function R(e, t) {
	return new L(e, t);
}
function Yt(e) {
	for (var t = e.s; t !== void 0; t = t.n) if (t.S.i !== t.i || !t.S.h() || t.S.i !== t.i) return !0;
	return !1;
}
function Xt(e) {
	for (var t = e.s; t !== void 0; t = t.n) {
		var n = t.S.n;
		if (n !== void 0 && (t.r = n), t.S.n = t, t.i = -1, t.n === void 0) {
			e.s = t;
			break;
		}
	}
}
function Zt(e) {
	for (var t = e.s, n = void 0; t !== void 0;) {
		var r = t.p;
		t.i === -1 ? (t.S.U(t), r !== void 0 && (r.n = t.n), t.n !== void 0 && (t.n.p = r)) : n = t, t.S.n = t.r, t.r !== void 0 && (t.r = void 0), t = r;
	}
	e.s = n;
}
function Qt(e, t) {
	L.call(this, void 0, t), this.x = e, this.s = void 0, this.g = qt - 1, this.f = 4;
}
Qt.prototype = new L(), Qt.prototype.h = function() {
	if (this.f &= -3, 1 & this.f) return !1;
	if ((36 & this.f) == 32 || (this.f &= -5, this.g === qt)) return !0;
	if (this.g = qt, this.f |= 1, this.i > 0 && !Yt(this)) return this.f &= -2, !0;
	var e = I;
	try {
		Xt(this), I = this;
		var t = this.x();
		(16 & this.f || this.v !== t || this.i === 0) && (this.v = t, this.f &= -17, this.i++);
	} catch (e) {
		this.v = e, this.f |= 16, this.i++;
	}
	return I = e, Zt(this), this.f &= -2, !0;
}, Qt.prototype.S = function(e) {
	if (this.t === void 0) {
		this.f |= 36;
		for (var t = this.s; t !== void 0; t = t.n) t.S.S(t);
	}
	L.prototype.S.call(this, e);
}, Qt.prototype.U = function(e) {
	if (this.t !== void 0 && (L.prototype.U.call(this, e), this.t === void 0)) {
		this.f &= -33;
		for (var t = this.s; t !== void 0; t = t.n) t.S.U(t);
	}
}, Qt.prototype.N = function() {
	if (!(2 & this.f)) {
		this.f |= 6;
		for (var e = this.t; e !== void 0; e = e.x) e.t.N();
	}
}, Object.defineProperty(Qt.prototype, "value", { get: function() {
	if (1 & this.f) throw Error("Cycle detected");
	var e = Jt(this);
	if (this.h(), e !== void 0 && (e.i = this.i), 16 & this.f) throw this.v;
	return this.v;
} });
function z(e, t) {
	return new Qt(e, t);
}
function $t(e) {
	var t = e.j;
	if (e.j = void 0, typeof t == "function") {
		Ht++;
		var n = I;
		I = void 0;
		try {
			t();
		} catch (t) {
			throw e.f &= -2, e.f |= 8, en(e), t;
		} finally {
			I = n, Lt();
		}
	}
}
function en(e) {
	for (var t = e.s; t !== void 0; t = t.n) t.S.U(t);
	e.x = void 0, e.s = void 0, $t(e);
}
function tn(e) {
	if (I !== this) throw Error("Out-of-order effect");
	Zt(this), I = e, this.f &= -2;
	try {
		8 & this.f && en(this);
	} finally {
		Lt();
	}
}
function nn(e, t) {
	this.x = e, this.j = void 0, this.s = void 0, this.u = void 0, this.f = 32, this.name = t?.name, zt && zt.push(this);
}
nn.prototype.c = function() {
	var e = this.S();
	try {
		if (8 & this.f || this.x === void 0) return;
		var t = this.x();
		typeof t == "function" && (this.j = t);
	} finally {
		e();
	}
}, nn.prototype.S = function() {
	if (1 & this.f) throw Error("Cycle detected");
	this.f |= 1, this.f &= -9, $t(this), Xt(this), Ht++;
	var e = I;
	return I = this, tn.bind(this, e);
}, nn.prototype.N = function() {
	2 & this.f || (this.f |= 2, this.u = Vt, Vt = this);
}, nn.prototype.d = function() {
	this.f |= 8, 1 & this.f || en(this);
}, nn.prototype.dispose = function() {
	this.d();
};
function rn(e, t) {
	var n = new nn(e, t);
	try {
		n.c();
	} catch (e) {
		throw n.d(), e;
	}
	var r = n.d.bind(n);
	return r[Symbol.dispose] = r, r;
}
// node_modules/@preact/signals/dist/signals.module.js
var an, on, sn = typeof window < "u" && !!window.__PREACT_SIGNALS_DEVTOOLS__, cn = [];
rn(function() {
	an = this.N;
})();
function ln(t, n) {
	e[t] = n.bind(null, e[t] || function() {});
}
function un(e) {
	if (on) {
		var t = on;
		on = void 0, t();
	}
	on = e && e.S();
}
function dn(e) {
	var t = this, r = e.data, i = pn(r);
	i.name = "ReactiveDom", i.value = r;
	var a = Dt(function() {
		for (var e = t, r = t.__v; r = r.__;) if (r.__c) {
			r.__c.__$f |= 4;
			break;
		}
		var a = z(function() {
			var e = i.value.value;
			return e === 0 ? 0 : !0 === e ? "" : e || "";
		}), o = z(function() {
			return !Array.isArray(a.value) && !n(a.value);
		}), s = rn(function() {
			if (this.N = gn, o.value) {
				var t = a.value;
				e.__v && e.__v.__e && e.__v.__e.nodeType === 3 && (e.__v.__e.data = t);
			}
		}), c = t.__$u.d;
		return t.__$u.d = function() {
			s(), c.call(this);
		}, [o, a];
	}, []), o = a[0], s = a[1];
	return o.value ? s.peek() : s.value;
}
dn.displayName = "ReactiveTextNode", Object.defineProperties(L.prototype, {
	constructor: {
		configurable: !0,
		value: y(x, null).constructor
	},
	type: {
		configurable: !0,
		value: dn
	},
	props: {
		configurable: !0,
		get: function() {
			var e = this;
			return { data: { get value() {
				return e.value;
			} } };
		}
	},
	__b: {
		configurable: !0,
		value: 1
	}
}), ln("__b", function(e, t) {
	if (un(), typeof t.type == "string") {
		var n, r = t.props;
		for (var i in r) if (i !== "children") {
			var a = r[i];
			a instanceof L && (n || (t.__np = n = {}), n[i] = a, r[i] = a.peek());
		}
	}
	e(t);
}), ln("__r", function(e, t) {
	if (e(t), t.type !== x) {
		un();
		var n, r = t.__c;
		r && (r.__$f &= -2, (n = r.__$u) === void 0 && (r.__$u = n = function(e, t) {
			var n;
			return rn(function() {
				n = this;
			}, { name: t }), n.c = e, n;
		}(function(e) {
			return function() {
				var t;
				sn && ((t = this.y) == null || t.call(this)), e.__$f |= 1, e.setState({});
			};
		}(r), typeof t.type == "function" ? t.type.displayName || t.type.name : ""))), un(n);
	}
}), ln("__e", function(e, t, n, r) {
	un(), e(t, n, r);
}), ln("diffed", function(e, t) {
	un();
	var n;
	if (typeof t.type == "string" && (n = t.__e)) {
		var r = t.__np, i = t.props, a = n.U;
		if (a) for (var o in a) {
			var s = a[o];
			s === void 0 || r && o in r || (s.d(), a[o] = void 0);
		}
		if (r) for (var c in a || (a = {}, n.U = a), r) {
			var l = a[c], u = r[c];
			l === void 0 ? (l = fn(n, c, u, i), a[c] = l) : l.o(u, i);
		}
	}
	e(t);
});
function fn(e, t, n, r) {
	var i = t in e && e.ownerSVGElement === void 0, a = R(n);
	return {
		o: function(e, t) {
			a.value = e, r = t;
		},
		d: rn(function() {
			this.N = gn;
			var n = a.value.value;
			r[t] !== n && (r[t] = n, i ? e[t] = n : n != null && (!1 !== n || t[4] === "-") ? e.setAttribute(t, n) : e.removeAttribute(t));
		})
	};
}
ln("unmount", function(e, t) {
	if (typeof t.type == "string") {
		var n = t.__e;
		if (n) {
			var r = n.U;
			if (r) for (var i in n.U = void 0, r) {
				var a = r[i];
				a && a.d();
			}
		}
		var o = t.__np;
		if (o) {
			var s = t.props;
			for (var c in o) s[c] = o[c];
		}
		t.__np = void 0;
	} else {
		var l = t.__c;
		if (l) {
			l.__$f |= 8;
			var u = l.__$u;
			u && (l.__$u = void 0, u.d());
		}
	}
	e(t);
}), ln("__h", function(e, t, n, r) {
	r < 3 && (t.__$f |= 2), e(t, n, r);
}), S.prototype.shouldComponentUpdate = function(e, t) {
	if (this.__R) return !0;
	var n = this.__$u, r = n && n.s !== void 0;
	for (var i in t) return !0;
	if (this.__f || typeof this.u == "boolean" && !0 === this.u) {
		var a = 2 & this.__$f;
		if (!(r || a || 4 & this.__$f) || 1 & this.__$f) return !0;
	} else if (!(r || 4 & this.__$f) || 3 & this.__$f) return !0;
	for (var o in e) if (o !== "__source" && e[o] !== this.props[o]) return !0;
	for (var s in this.props) if (!(s in e)) return !0;
	return !1;
};
function pn(e, t) {
	return Dt(function() {
		return R(e, t);
	}, []);
}
var mn = function(e) {
	queueMicrotask(function() {
		queueMicrotask(e);
	});
};
function hn() {
	Rt(function() {
		for (var e; e = cn.shift();) an.call(e);
	});
}
function gn() {
	cn.push(this) === 1 && (e.requestAnimationFrame || mn)(hn);
}
// src/store.ts
var _n = 120, vn = 950, B = R(null), yn = R(""), bn = R(null), V = R(null), xn = R({
	isConnected: !1,
	why: ""
}), H = R(rt), Sn = R(!1), U = R(""), Cn = R(/* @__PURE__ */ new Map()), W = R(null), wn = R(/* @__PURE__ */ new Set());
function Tn(e) {
	let t = Math.ceil(e.length / _n), n = e.filter((e, n) => n % Math.max(1, t) === 0), r = /* @__PURE__ */ new Map();
	for (let t of e[e.length - 1]?.topics ?? []) r.set(t, []);
	for (let e of n) e.topics.forEach((t, n) => r.get(t)?.push(e.shares[n] ?? 0));
	return r;
}
async function En(e) {
	let t = await B.value?.request("training", {}).catch(() => null);
	if (t && V.value?.run === e) {
		let e = Tn(t.history);
		Dn(e) > Dn(Cn.value) && (Cn.value = e);
	}
}
var Dn = (e) => Math.max(0, ...[...e.values()].map((e) => e.length)), On = z(() => V.value?.topics ?? []), kn = z(() => H.value.order), An = z(() => {
	let e = [...On.value];
	return kn.value === "share" && e.sort((e, t) => t.share - e.share || e.topic - t.topic), kn.value === "coherence" && e.sort((e, t) => (t.coherence ?? -2) - (e.coherence ?? -2) || e.topic - t.topic), e;
}), jn = /* @__PURE__ */ new Map(), Mn = "", G = z(() => {
	let e = On.value.map(({ topic: e, name: t, words: n }) => [e, {
		name: t,
		words: n
	}]), t = JSON.stringify(e);
	return t !== Mn && ([jn, Mn] = [new Map(e), t]), jn;
}), Nn = z(() => V.value?.is_preview ?? !1), Pn = null, Fn = z(() => {
	let e = V.value?.columns ?? null;
	return JSON.stringify(e) !== JSON.stringify(Pn) && (Pn = e), Pn;
}), In = z(() => V.value?.phase === "training" || V.value?.phase === "preview"), Ln = z(() => {
	let e = V.value;
	if (!e) return "";
	let t = In.value ? Math.floor(e.progress.training?.seconds ?? 0) : e.phase;
	return `${e.run} ${t} ${e.edits.version} ${e.n_indexed === e.n_documents}`;
});
function Rn() {
	return Ln.value;
}
var zn = In;
function Bn(e) {
	return On.value.find((t) => t.topic === e);
}
function K(e, t = 3) {
	let n = G.value.get(e);
	return n ? n.name === null ? n.words.slice(0, t).map(k).join(", ") : O(n.name) : `topic ${e}`;
}
function q(e) {
	H.value = {
		...H.value,
		...e
	}, W.value = null;
}
function Vn(e) {
	let t = () => {
		W.value = e;
	}, n = () => {
		W.value === e && (W.value = null);
	};
	return {
		onMouseEnter: t,
		onMouseLeave: n,
		onFocus: t,
		onBlur: n
	};
}
function Hn() {
	let e = 0;
	return {
		onHello(e) {
			yn.value = e.title, bn.value = e.n_readable ?? null;
		},
		onFrame(t) {
			let n = V.value;
			n && n.run !== t.run && (Cn.value = /* @__PURE__ */ new Map(), wn.value = /* @__PURE__ */ new Set(), n.is_preview && !t.is_preview && (U.value = "All documents have been read. Training has started again, on all of them.", H.value.topic !== null && q({ topic: null })));
			let r = performance.now(), i = n?.run !== t.run || t.phase !== "training";
			t.topics.length && (i || r - e >= vn) && (Cn.value = Un(Cn.value, t.topics), e = r), V.value = t;
			let a = t.phase === "done" && n?.phase !== "done";
			t.topics.length && (a || n?.run !== t.run) && En(t.run);
		},
		onConnection(e, t = "") {
			xn.value = {
				isConnected: e,
				why: t
			};
		}
	};
}
function Un(e, t) {
	return new Map(t.map((t) => {
		let n = [...e.get(t.topic) ?? [], t.share];
		return [t.topic, n.length > _n ? n.filter((e, t) => t % 2 == 0) : n];
	}));
}
function Wn() {
	let e = z(() => H.value.lambda);
	return rn(() => {
		let t = B.value, n = e.value;
		Bt(() => t?.setView(n, 8));
	});
}
function Gn() {
	H.value = ct(location.hash);
	let e = H.value;
	rn(() => {
		let t = H.value, n = st(t);
		if (location.hash.replace(/^#/, "") !== n) {
			let r = st({
				...t,
				query: "",
				lambda: .6
			}) === st({
				...e,
				query: "",
				lambda: .6
			}), i = n ? `#${n}` : location.pathname;
			r ? window.history.replaceState(null, "", i) : window.history.pushState(null, "", i);
		}
		e = t;
	}), window.addEventListener("popstate", () => {
		H.value = ct(location.hash);
	});
}
// src/edit.ts
var J = R(!1), Kn = R("");
function qn() {
	return Jn.value;
}
var Jn = z(() => {
	let e = V.value;
	return !!(B.value?.canEdit && e && e.topics.length && !e.is_preview && e.phase !== "failed");
});
async function Y(e) {
	return Zn(() => B.value?.request("edit", { edit: e }));
}
async function Yn() {
	await Zn(() => B.value?.request("undo", {}), "Undone: ");
}
async function Xn() {
	await Zn(() => B.value?.request("redo", {}), "Done again: ");
}
async function Zn(e, t = "") {
	if (J.value) return null;
	J.value = !0;
	try {
		let n = await e() ?? null;
		return n && (U.value = Kn.value = Qn(n, t)), n;
	} catch (e) {
		return U.value = `Not possible: ${e.message}`, null;
	} finally {
		J.value = !1;
		let e = H.value.topic;
		e !== null && setTimeout(() => {
			V.value?.topics.length && !Bn(e) && H.value.topic === e && q({ topic: null });
		}, 600);
	}
}
function Qn(e, t = "") {
	let n = O(e.text);
	return [`${t ? t + n : n.charAt(0).toUpperCase() + n.slice(1)}.`, ...e.warnings.map((e) => `Note: ${O(e)}.`)].join(" ");
}
function $n(e) {
	return [...new Set(e.split(/[\s,;]+/).filter(Boolean))];
}
// src/repeats.ts
var er = .05, tr = 1e4, nr = new class {
	waiting = /* @__PURE__ */ new Map();
	nAsking = 0;
	freeAt = 0;
	timer;
	wait(e, t) {
		return this.waiting.set(e, t), this.arrange(), () => {
			this.waiting.get(e) === t && this.waiting.delete(e);
		};
	}
	took(e, t, n) {
		let r = performance.now();
		if (e.asked = r, !n) return;
		this.nAsking += 1;
		let i = () => {
			let e = performance.now();
			--this.nAsking, this.freeAt = Math.max(this.freeAt, e + Math.min(tr, (e - r) / er)), this.arrange();
		};
		t.then(i, i);
	}
	arrange() {
		this.timer !== void 0 || this.nAsking > 0 || !this.waiting.size || (this.timer = setTimeout(() => {
			this.timer = void 0, this.next();
		}, Math.max(0, this.freeAt - performance.now())));
	}
	next() {
		if (this.nAsking > 0 || performance.now() < this.freeAt - 1) {
			this.arrange();
			return;
		}
		let e = [...this.waiting].sort(([e], [t]) => e.asked - t.asked)[0];
		e && (this.waiting.delete(e[0]), e[1](), this.arrange());
	}
}();
// src/request.ts
function rr() {
	let e = V.peek();
	return `${e?.run} ${e?.phase} ${e?.edits?.version} ${e?.n_indexed === e?.n_documents}`;
}
function X(e, t, n = 0) {
	let r = JSON.stringify(t), [i, a] = P({
		answer: null,
		error: "",
		isLoading: !0,
		key: r
	}), o = F(0), s = F({ asked: 0 }).current, c = F(""), l = xn.value.isConnected;
	return Et(() => {
		if (t === null || !B.value || !l) return;
		let n = c.current.startsWith(`${r} `), i = () => {
			if (!B.value) return;
			let i = ++o.current;
			c.current = `${r} ${rr()}`, a((e) => ({
				...e,
				isLoading: !0,
				answer: e.key === r ? e.answer : null,
				key: r
			}));
			let l = B.value.request(e, t);
			nr.took(s, l, n), l.then((e) => i === o.current && a({
				answer: e,
				error: "",
				isLoading: !1,
				key: r
			}), (e) => i === o.current && a({
				answer: null,
				error: e.message,
				isLoading: !1,
				key: r
			}));
		}, u = V.peek()?.phase;
		if ((u === "training" || u === "preview") && c.current === `${r} ${rr()}`) return nr.wait(s, i);
		i();
	}, [
		e,
		r,
		n,
		l
	]), i.key === r ? i : {
		answer: null,
		error: "",
		isLoading: !0
	};
}
// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var ir = Symbol.for("pv"), ar = 0;
Array.isArray;
function Z(t, n, r, i, a, o) {
	n ||= {};
	var s, c, l = n;
	if ("ref" in l && typeof t != "function") for (c in l = {}, n) c == "ref" ? s = n[c] : l[c] = n[c];
	var u = {
		type: t,
		props: l,
		key: r,
		ref: s,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: ir,
		__v: --ar,
		__i: -1,
		__u: 0
	};
	return (a || o) && (u.__source = a, u.__self = o), e.vnode && e.vnode(u), u;
}
// src/views/edits.tsx
function or() {
	let e = V.value?.edits, { answer: t } = X("edits", {}, e?.version ?? 0), n = t?.entries ?? [], r = V.value?.phase === "done";
	return /* @__PURE__ */ Z("article", {
		class: "edits",
		"aria-label": "Edits",
		children: /* @__PURE__ */ Z("section", {
			class: "figure",
			children: [
				/* @__PURE__ */ Z("header", { children: [/* @__PURE__ */ Z("h3", { children: "Edits" }), /* @__PURE__ */ Z("span", {
					class: "tools",
					children: [/* @__PURE__ */ Z("button", {
						type: "button",
						disabled: J.value || !e?.n,
						onClick: () => void Yn(),
						children: "Undo"
					}), /* @__PURE__ */ Z("button", {
						type: "button",
						disabled: J.value || !e?.can_redo,
						onClick: () => void Xn(),
						children: "Redo"
					})]
				})] }),
				!n.length && /* @__PURE__ */ Z("p", {
					class: "empty",
					children: "Nothing has been changed yet. Select a topic to add or remove words, merge or split it."
				}),
				/* @__PURE__ */ Z("ol", {
					class: "log",
					children: n.map((e, t) => /* @__PURE__ */ Z("li", {
						class: e.is_undone ? "undone" : "",
						children: [O(e.text), e.is_undone && /* @__PURE__ */ Z("span", {
							class: "muted",
							children: " (undone)"
						})]
					}, t))
				}),
				qn() && r && n.length > 0 && /* @__PURE__ */ Z("p", {
					class: "note",
					children: ["Words move between topics when training goes on. ", /* @__PURE__ */ Z("button", {
						type: "button",
						onClick: () => {
							B.value?.request("train", { passes: 5 }).catch((e) => {
								U.value = e.message;
							});
						},
						children: "Train 5 more passes"
					})]
				}),
				t && /* @__PURE__ */ Z(sr, {
					command: t.command,
					hasEdits: n.some((e) => !e.is_undone)
				})
			]
		})
	});
}
function sr({ command: e, hasEdits: t }) {
	let [n, r] = P(!1), i = e.split("\n"), a = (t ? i : i.filter((e) => !e.startsWith("thalweg edit"))).map(O).join("\n");
	return a ? /* @__PURE__ */ Z("section", {
		class: "reproduce",
		"aria-label": "Command line",
		children: [
			/* @__PURE__ */ Z("p", {
				class: "note",
				children: ["The command line that reproduces the model. ", t && "Save the edits as edits.json under Training. Edits that were made while the model trained are made after training; those words and topics are the same, the exact counts are not."]
			}),
			/* @__PURE__ */ Z("pre", {
				tabIndex: 0,
				role: "group",
				"aria-label": "Command",
				children: a
			}),
			/* @__PURE__ */ Z("button", {
				type: "button",
				onClick: () => {
					navigator.clipboard.writeText(a).then(() => r(!0), () => {
						U.value = "The browser does not allow copying. Select the command and copy it.";
					});
				},
				children: n ? "Copied" : "Copy"
			})
		]
	}) : null;
}
// node_modules/d3-array/dist/d3-array.mjs
function cr(e, t) {
	return e == null || t == null ? NaN : e < t ? -1 : e > t ? 1 : e >= t ? 0 : NaN;
}
function lr(e, t) {
	return e == null || t == null ? NaN : t < e ? -1 : t > e ? 1 : t >= e ? 0 : NaN;
}
function ur(e) {
	let t, n, r;
	e.length === 2 ? (t = e === cr || e === lr ? e : dr, n = e, r = e) : (t = cr, n = (t, n) => cr(e(t), n), r = (t, n) => e(t) - n);
	function i(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) < 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function a(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) <= 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function o(e, t, n = 0, a = e.length) {
		let o = i(e, t, n, a - 1);
		return o > n && r(e[o - 1], t) > -r(e[o], t) ? o - 1 : o;
	}
	return {
		left: i,
		center: o,
		right: a
	};
}
function dr() {
	return 0;
}
function fr(e) {
	return e === null ? NaN : +e;
}
var pr = ur(cr), mr = pr.right;
pr.left, ur(fr).center;
function hr(e, t) {
	let n, r;
	if (t === void 0) for (let t of e) t != null && (n === void 0 ? t >= t && (n = r = t) : (n > t && (n = t), r < t && (r = t)));
	else {
		let i = -1;
		for (let a of e) (a = t(a, ++i, e)) != null && (n === void 0 ? a >= a && (n = r = a) : (n > a && (n = a), r < a && (r = a)));
	}
	return [n, r];
}
Array.prototype.slice;
var gr = Math.sqrt(50), _r = Math.sqrt(10), vr = Math.sqrt(2);
function yr(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= gr ? 10 : a >= _r ? 5 : a >= vr ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? yr(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function br(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? yr(t, e, n) : yr(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function xr(e, t, n) {
	return t = +t, e = +e, n = +n, yr(e, t, n)[2];
}
function Sr(e, t, n) {
	t = +t, e = +e, n = +n;
	let r = t < e, i = r ? xr(t, e, n) : xr(e, t, n);
	return (r ? -1 : 1) * (i < 0 ? 1 / -i : i);
}
function Cr(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
// node_modules/d3-color/dist/d3-color.mjs
function wr(e, t, n) {
	e.prototype = t.prototype = n, n.constructor = e;
}
function Tr(e, t) {
	var n = Object.create(e.prototype);
	for (var r in t) n[r] = t[r];
	return n;
}
function Er() {}
var Dr = .7, Or = 1 / Dr, kr = "\\s*([+-]?\\d+)\\s*", Ar = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*", jr = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*", Mr = /^#([0-9a-f]{3,8})$/, Nr = RegExp(`^rgb\\(${kr},${kr},${kr}\\)$`), Pr = RegExp(`^rgb\\(${jr},${jr},${jr}\\)$`), Fr = RegExp(`^rgba\\(${kr},${kr},${kr},${Ar}\\)$`), Ir = RegExp(`^rgba\\(${jr},${jr},${jr},${Ar}\\)$`), Lr = RegExp(`^hsl\\(${Ar},${jr},${jr}\\)$`), Rr = RegExp(`^hsla\\(${Ar},${jr},${jr},${Ar}\\)$`), zr = {
	aliceblue: 15792383,
	antiquewhite: 16444375,
	aqua: 65535,
	aquamarine: 8388564,
	azure: 15794175,
	beige: 16119260,
	bisque: 16770244,
	black: 0,
	blanchedalmond: 16772045,
	blue: 255,
	blueviolet: 9055202,
	brown: 10824234,
	burlywood: 14596231,
	cadetblue: 6266528,
	chartreuse: 8388352,
	chocolate: 13789470,
	coral: 16744272,
	cornflowerblue: 6591981,
	cornsilk: 16775388,
	crimson: 14423100,
	cyan: 65535,
	darkblue: 139,
	darkcyan: 35723,
	darkgoldenrod: 12092939,
	darkgray: 11119017,
	darkgreen: 25600,
	darkgrey: 11119017,
	darkkhaki: 12433259,
	darkmagenta: 9109643,
	darkolivegreen: 5597999,
	darkorange: 16747520,
	darkorchid: 10040012,
	darkred: 9109504,
	darksalmon: 15308410,
	darkseagreen: 9419919,
	darkslateblue: 4734347,
	darkslategray: 3100495,
	darkslategrey: 3100495,
	darkturquoise: 52945,
	darkviolet: 9699539,
	deeppink: 16716947,
	deepskyblue: 49151,
	dimgray: 6908265,
	dimgrey: 6908265,
	dodgerblue: 2003199,
	firebrick: 11674146,
	floralwhite: 16775920,
	forestgreen: 2263842,
	fuchsia: 16711935,
	gainsboro: 14474460,
	ghostwhite: 16316671,
	gold: 16766720,
	goldenrod: 14329120,
	gray: 8421504,
	green: 32768,
	greenyellow: 11403055,
	grey: 8421504,
	honeydew: 15794160,
	hotpink: 16738740,
	indianred: 13458524,
	indigo: 4915330,
	ivory: 16777200,
	khaki: 15787660,
	lavender: 15132410,
	lavenderblush: 16773365,
	lawngreen: 8190976,
	lemonchiffon: 16775885,
	lightblue: 11393254,
	lightcoral: 15761536,
	lightcyan: 14745599,
	lightgoldenrodyellow: 16448210,
	lightgray: 13882323,
	lightgreen: 9498256,
	lightgrey: 13882323,
	lightpink: 16758465,
	lightsalmon: 16752762,
	lightseagreen: 2142890,
	lightskyblue: 8900346,
	lightslategray: 7833753,
	lightslategrey: 7833753,
	lightsteelblue: 11584734,
	lightyellow: 16777184,
	lime: 65280,
	limegreen: 3329330,
	linen: 16445670,
	magenta: 16711935,
	maroon: 8388608,
	mediumaquamarine: 6737322,
	mediumblue: 205,
	mediumorchid: 12211667,
	mediumpurple: 9662683,
	mediumseagreen: 3978097,
	mediumslateblue: 8087790,
	mediumspringgreen: 64154,
	mediumturquoise: 4772300,
	mediumvioletred: 13047173,
	midnightblue: 1644912,
	mintcream: 16121850,
	mistyrose: 16770273,
	moccasin: 16770229,
	navajowhite: 16768685,
	navy: 128,
	oldlace: 16643558,
	olive: 8421376,
	olivedrab: 7048739,
	orange: 16753920,
	orangered: 16729344,
	orchid: 14315734,
	palegoldenrod: 15657130,
	palegreen: 10025880,
	paleturquoise: 11529966,
	palevioletred: 14381203,
	papayawhip: 16773077,
	peachpuff: 16767673,
	peru: 13468991,
	pink: 16761035,
	plum: 14524637,
	powderblue: 11591910,
	purple: 8388736,
	rebeccapurple: 6697881,
	red: 16711680,
	rosybrown: 12357519,
	royalblue: 4286945,
	saddlebrown: 9127187,
	salmon: 16416882,
	sandybrown: 16032864,
	seagreen: 3050327,
	seashell: 16774638,
	sienna: 10506797,
	silver: 12632256,
	skyblue: 8900331,
	slateblue: 6970061,
	slategray: 7372944,
	slategrey: 7372944,
	snow: 16775930,
	springgreen: 65407,
	steelblue: 4620980,
	tan: 13808780,
	teal: 32896,
	thistle: 14204888,
	tomato: 16737095,
	turquoise: 4251856,
	violet: 15631086,
	wheat: 16113331,
	white: 16777215,
	whitesmoke: 16119285,
	yellow: 16776960,
	yellowgreen: 10145074
};
wr(Er, Wr, {
	copy(e) {
		return Object.assign(new this.constructor(), this, e);
	},
	displayable() {
		return this.rgb().displayable();
	},
	hex: Br,
	formatHex: Br,
	formatHex8: Vr,
	formatHsl: Hr,
	formatRgb: Ur,
	toString: Ur
});
function Br() {
	return this.rgb().formatHex();
}
function Vr() {
	return this.rgb().formatHex8();
}
function Hr() {
	return ni(this).formatHsl();
}
function Ur() {
	return this.rgb().formatRgb();
}
function Wr(e) {
	var t, n;
	return e = (e + "").trim().toLowerCase(), (t = Mr.exec(e)) ? (n = t[1].length, t = parseInt(t[1], 16), n === 6 ? Gr(t) : n === 3 ? new Q(t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, (t & 15) << 4 | t & 15, 1) : n === 8 ? Kr(t >> 24 & 255, t >> 16 & 255, t >> 8 & 255, (t & 255) / 255) : n === 4 ? Kr(t >> 12 & 15 | t >> 8 & 240, t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, ((t & 15) << 4 | t & 15) / 255) : null) : (t = Nr.exec(e)) ? new Q(t[1], t[2], t[3], 1) : (t = Pr.exec(e)) ? new Q(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, 1) : (t = Fr.exec(e)) ? Kr(t[1], t[2], t[3], t[4]) : (t = Ir.exec(e)) ? Kr(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, t[4]) : (t = Lr.exec(e)) ? ti(t[1], t[2] / 100, t[3] / 100, 1) : (t = Rr.exec(e)) ? ti(t[1], t[2] / 100, t[3] / 100, t[4]) : zr.hasOwnProperty(e) ? Gr(zr[e]) : e === "transparent" ? new Q(NaN, NaN, NaN, 0) : null;
}
function Gr(e) {
	return new Q(e >> 16 & 255, e >> 8 & 255, e & 255, 1);
}
function Kr(e, t, n, r) {
	return r <= 0 && (e = t = n = NaN), new Q(e, t, n, r);
}
function qr(e) {
	return e instanceof Er || (e = Wr(e)), e ? (e = e.rgb(), new Q(e.r, e.g, e.b, e.opacity)) : new Q();
}
function Jr(e, t, n, r) {
	return arguments.length === 1 ? qr(e) : new Q(e, t, n, r ?? 1);
}
function Q(e, t, n, r) {
	this.r = +e, this.g = +t, this.b = +n, this.opacity = +r;
}
wr(Q, Jr, Tr(Er, {
	brighter(e) {
		return e = e == null ? Or : Or ** +e, new Q(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? Dr : Dr ** +e, new Q(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	rgb() {
		return this;
	},
	clamp() {
		return new Q($r(this.r), $r(this.g), $r(this.b), Qr(this.opacity));
	},
	displayable() {
		return -.5 <= this.r && this.r < 255.5 && -.5 <= this.g && this.g < 255.5 && -.5 <= this.b && this.b < 255.5 && 0 <= this.opacity && this.opacity <= 1;
	},
	hex: Yr,
	formatHex: Yr,
	formatHex8: Xr,
	formatRgb: Zr,
	toString: Zr
}));
function Yr() {
	return `#${ei(this.r)}${ei(this.g)}${ei(this.b)}`;
}
function Xr() {
	return `#${ei(this.r)}${ei(this.g)}${ei(this.b)}${ei((isNaN(this.opacity) ? 1 : this.opacity) * 255)}`;
}
function Zr() {
	let e = Qr(this.opacity);
	return `${e === 1 ? "rgb(" : "rgba("}${$r(this.r)}, ${$r(this.g)}, ${$r(this.b)}${e === 1 ? ")" : `, ${e})`}`;
}
function Qr(e) {
	return isNaN(e) ? 1 : Math.max(0, Math.min(1, e));
}
function $r(e) {
	return Math.max(0, Math.min(255, Math.round(e) || 0));
}
function ei(e) {
	return e = $r(e), (e < 16 ? "0" : "") + e.toString(16);
}
function ti(e, t, n, r) {
	return r <= 0 ? e = t = n = NaN : n <= 0 || n >= 1 ? e = t = NaN : t <= 0 && (e = NaN), new ii(e, t, n, r);
}
function ni(e) {
	if (e instanceof ii) return new ii(e.h, e.s, e.l, e.opacity);
	if (e instanceof Er || (e = Wr(e)), !e) return new ii();
	if (e instanceof ii) return e;
	e = e.rgb();
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = Math.min(t, n, r), a = Math.max(t, n, r), o = NaN, s = a - i, c = (a + i) / 2;
	return s ? (o = t === a ? (n - r) / s + (n < r) * 6 : n === a ? (r - t) / s + 2 : (t - n) / s + 4, s /= c < .5 ? a + i : 2 - a - i, o *= 60) : s = c > 0 && c < 1 ? 0 : o, new ii(o, s, c, e.opacity);
}
function ri(e, t, n, r) {
	return arguments.length === 1 ? ni(e) : new ii(e, t, n, r ?? 1);
}
function ii(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
wr(ii, ri, Tr(Er, {
	brighter(e) {
		return e = e == null ? Or : Or ** +e, new ii(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? Dr : Dr ** +e, new ii(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = this.h % 360 + (this.h < 0) * 360, t = isNaN(e) || isNaN(this.s) ? 0 : this.s, n = this.l, r = n + (n < .5 ? n : 1 - n) * t, i = 2 * n - r;
		return new Q(si(e >= 240 ? e - 240 : e + 120, i, r), si(e, i, r), si(e < 120 ? e + 240 : e - 120, i, r), this.opacity);
	},
	clamp() {
		return new ii(ai(this.h), oi(this.s), oi(this.l), Qr(this.opacity));
	},
	displayable() {
		return (0 <= this.s && this.s <= 1 || isNaN(this.s)) && 0 <= this.l && this.l <= 1 && 0 <= this.opacity && this.opacity <= 1;
	},
	formatHsl() {
		let e = Qr(this.opacity);
		return `${e === 1 ? "hsl(" : "hsla("}${ai(this.h)}, ${oi(this.s) * 100}%, ${oi(this.l) * 100}%${e === 1 ? ")" : `, ${e})`}`;
	}
}));
function ai(e) {
	return e = (e || 0) % 360, e < 0 ? e + 360 : e;
}
function oi(e) {
	return Math.max(0, Math.min(1, e || 0));
}
function si(e, t, n) {
	return (e < 60 ? t + (n - t) * e / 60 : e < 180 ? n : e < 240 ? t + (n - t) * (240 - e) / 60 : t) * 255;
}
var ci = Math.PI / 180, li = 180 / Math.PI, ui = 18, di = .96422, fi = 1, pi = .82521, mi = 4 / 29, hi = 6 / 29, gi = 3 * hi * hi, _i = hi * hi * hi;
function vi(e) {
	if (e instanceof bi) return new bi(e.l, e.a, e.b, e.opacity);
	if (e instanceof Di) return Oi(e);
	e instanceof Q || (e = qr(e));
	var t = wi(e.r), n = wi(e.g), r = wi(e.b), i = xi((.2225045 * t + .7168786 * n + .0606169 * r) / fi), a, o;
	return t === n && n === r ? a = o = i : (a = xi((.4360747 * t + .3850649 * n + .1430804 * r) / di), o = xi((.0139322 * t + .0971045 * n + .7141733 * r) / pi)), new bi(116 * i - 16, 500 * (a - i), 200 * (i - o), e.opacity);
}
function yi(e, t, n, r) {
	return arguments.length === 1 ? vi(e) : new bi(e, t, n, r ?? 1);
}
function bi(e, t, n, r) {
	this.l = +e, this.a = +t, this.b = +n, this.opacity = +r;
}
wr(bi, yi, Tr(Er, {
	brighter(e) {
		return new bi(this.l + ui * (e ?? 1), this.a, this.b, this.opacity);
	},
	darker(e) {
		return new bi(this.l - ui * (e ?? 1), this.a, this.b, this.opacity);
	},
	rgb() {
		var e = (this.l + 16) / 116, t = isNaN(this.a) ? e : e + this.a / 500, n = isNaN(this.b) ? e : e - this.b / 200;
		return t = di * Si(t), e = fi * Si(e), n = pi * Si(n), new Q(Ci(3.1338561 * t - 1.6168667 * e - .4906146 * n), Ci(-.9787684 * t + 1.9161415 * e + .033454 * n), Ci(.0719453 * t - .2289914 * e + 1.4052427 * n), this.opacity);
	}
}));
function xi(e) {
	return e > _i ? e ** (1 / 3) : e / gi + mi;
}
function Si(e) {
	return e > hi ? e * e * e : gi * (e - mi);
}
function Ci(e) {
	return 255 * (e <= .0031308 ? 12.92 * e : 1.055 * e ** (1 / 2.4) - .055);
}
function wi(e) {
	return (e /= 255) <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function Ti(e) {
	if (e instanceof Di) return new Di(e.h, e.c, e.l, e.opacity);
	if (e instanceof bi || (e = vi(e)), e.a === 0 && e.b === 0) return new Di(NaN, 0 < e.l && e.l < 100 ? 0 : NaN, e.l, e.opacity);
	var t = Math.atan2(e.b, e.a) * li;
	return new Di(t < 0 ? t + 360 : t, Math.sqrt(e.a * e.a + e.b * e.b), e.l, e.opacity);
}
function Ei(e, t, n, r) {
	return arguments.length === 1 ? Ti(e) : new Di(e, t, n, r ?? 1);
}
function Di(e, t, n, r) {
	this.h = +e, this.c = +t, this.l = +n, this.opacity = +r;
}
function Oi(e) {
	if (isNaN(e.h)) return new bi(e.l, 0, 0, e.opacity);
	var t = e.h * ci;
	return new bi(e.l, Math.cos(t) * e.c, Math.sin(t) * e.c, e.opacity);
}
wr(Di, Ei, Tr(Er, {
	brighter(e) {
		return new Di(this.h, this.c, this.l + ui * (e ?? 1), this.opacity);
	},
	darker(e) {
		return new Di(this.h, this.c, this.l - ui * (e ?? 1), this.opacity);
	},
	rgb() {
		return Oi(this).rgb();
	}
}));
var ki = -.14861, Ai = 1.78277, ji = -.29227, Mi = -.90649, Ni = 1.97294, Pi = Ni * Mi, Fi = Ni * Ai, Ii = Ai * ji - Mi * ki;
function Li(e) {
	if (e instanceof zi) return new zi(e.h, e.s, e.l, e.opacity);
	e instanceof Q || (e = qr(e));
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = (Ii * r + Pi * t - Fi * n) / (Ii + Pi - Fi), a = r - i, o = (Ni * (n - i) - ji * a) / Mi, s = Math.sqrt(o * o + a * a) / (Ni * i * (1 - i)), c = s ? Math.atan2(o, a) * li - 120 : NaN;
	return new zi(c < 0 ? c + 360 : c, s, i, e.opacity);
}
function Ri(e, t, n, r) {
	return arguments.length === 1 ? Li(e) : new zi(e, t, n, r ?? 1);
}
function zi(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
wr(zi, Ri, Tr(Er, {
	brighter(e) {
		return e = e == null ? Or : Or ** +e, new zi(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? Dr : Dr ** +e, new zi(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = isNaN(this.h) ? 0 : (this.h + 120) * ci, t = +this.l, n = isNaN(this.s) ? 0 : this.s * t * (1 - t), r = Math.cos(e), i = Math.sin(e);
		return new Q(255 * (t + n * (ki * r + Ai * i)), 255 * (t + n * (ji * r + Mi * i)), 255 * (t + Ni * r * n), this.opacity);
	}
}));
var Bi = (e) => () => e;
function Vi(e, t) {
	return function(n) {
		return e + n * t;
	};
}
function Hi(e, t, n) {
	return e **= +n, t = t ** +n - e, n = 1 / n, function(r) {
		return (e + r * t) ** +n;
	};
}
function Ui(e, t) {
	var n = t - e;
	return n ? Vi(e, n > 180 || n < -180 ? n - 360 * Math.round(n / 360) : n) : Bi(isNaN(e) ? t : e);
}
function Wi(e) {
	return (e = +e) == 1 ? Gi : function(t, n) {
		return n - t ? Hi(t, n, e) : Bi(isNaN(t) ? n : t);
	};
}
function Gi(e, t) {
	var n = t - e;
	return n ? Vi(e, n) : Bi(isNaN(e) ? t : e);
}
var Ki = (function e(t) {
	var n = Wi(t);
	function r(e, t) {
		var r = n((e = Jr(e)).r, (t = Jr(t)).r), i = n(e.g, t.g), a = n(e.b, t.b), o = Gi(e.opacity, t.opacity);
		return function(t) {
			return e.r = r(t), e.g = i(t), e.b = a(t), e.opacity = o(t), e + "";
		};
	}
	return r.gamma = e, r;
})(1);
function qi(e, t) {
	t ||= [];
	var n = e ? Math.min(t.length, e.length) : 0, r = t.slice(), i;
	return function(a) {
		for (i = 0; i < n; ++i) r[i] = e[i] * (1 - a) + t[i] * a;
		return r;
	};
}
function Ji(e) {
	return ArrayBuffer.isView(e) && !(e instanceof DataView);
}
function Yi(e, t) {
	for (var n = t ? t.length : 0, r = e ? Math.min(n, e.length) : 0, i = Array(r), a = Array(n), o = 0; o < r; ++o) i[o] = ia(e[o], t[o]);
	for (; o < n; ++o) a[o] = t[o];
	return function(e) {
		for (o = 0; o < r; ++o) a[o] = i[o](e);
		return a;
	};
}
function Xi(e, t) {
	var n = /* @__PURE__ */ new Date();
	return e = +e, t = +t, function(r) {
		return n.setTime(e * (1 - r) + t * r), n;
	};
}
function Zi(e, t) {
	return e = +e, t = +t, function(n) {
		return e * (1 - n) + t * n;
	};
}
function Qi(e, t) {
	var n = {}, r = {}, i;
	for (i in typeof e == "object" && e || (e = {}), typeof t == "object" && t || (t = {}), t) i in e ? n[i] = ia(e[i], t[i]) : r[i] = t[i];
	return function(e) {
		for (i in n) r[i] = n[i](e);
		return r;
	};
}
var $i = /[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g, ea = new RegExp($i.source, "g");
function ta(e) {
	return function() {
		return e;
	};
}
function na(e) {
	return function(t) {
		return e(t) + "";
	};
}
function ra(e, t) {
	var n = $i.lastIndex = ea.lastIndex = 0, r, i, a, o = -1, s = [], c = [];
	for (e += "", t += ""; (r = $i.exec(e)) && (i = ea.exec(t));) (a = i.index) > n && (a = t.slice(n, a), s[o] ? s[o] += a : s[++o] = a), (r = r[0]) === (i = i[0]) ? s[o] ? s[o] += i : s[++o] = i : (s[++o] = null, c.push({
		i: o,
		x: Zi(r, i)
	})), n = ea.lastIndex;
	return n < t.length && (a = t.slice(n), s[o] ? s[o] += a : s[++o] = a), s.length < 2 ? c[0] ? na(c[0].x) : ta(t) : (t = c.length, function(e) {
		for (var n = 0, r; n < t; ++n) s[(r = c[n]).i] = r.x(e);
		return s.join("");
	});
}
function ia(e, t) {
	var n = typeof t, r;
	return t == null || n === "boolean" ? Bi(t) : (n === "number" ? Zi : n === "string" ? (r = Wr(t)) ? (t = r, Ki) : ra : t instanceof Wr ? Ki : t instanceof Date ? Xi : Ji(t) ? qi : Array.isArray(t) ? Yi : typeof t.valueOf != "function" && typeof t.toString != "function" || isNaN(t) ? Qi : Zi)(e, t);
}
function aa(e, t) {
	return e = +e, t = +t, function(n) {
		return Math.round(e * (1 - n) + t * n);
	};
}
var oa = 1e-12;
function sa(e) {
	return ((e = Math.exp(e)) + 1 / e) / 2;
}
function ca(e) {
	return ((e = Math.exp(e)) - 1 / e) / 2;
}
function la(e) {
	return ((e = Math.exp(2 * e)) - 1) / (e + 1);
}
(function e(t, n, r) {
	function i(e, i) {
		var a = e[0], o = e[1], s = e[2], c = i[0], l = i[1], u = i[2], d = c - a, f = l - o, p = d * d + f * f, m, h;
		if (p < oa) h = Math.log(u / s) / t, m = function(e) {
			return [
				a + e * d,
				o + e * f,
				s * Math.exp(t * e * h)
			];
		};
		else {
			var g = Math.sqrt(p), _ = (u * u - s * s + r * p) / (2 * s * n * g), v = (u * u - s * s - r * p) / (2 * u * n * g), y = Math.log(Math.sqrt(_ * _ + 1) - _);
			h = (Math.log(Math.sqrt(v * v + 1) - v) - y) / t, m = function(e) {
				var r = e * h, i = sa(y), c = s / (n * g) * (i * la(t * r + y) - ca(y));
				return [
					a + c * d,
					o + c * f,
					s * i / sa(t * r + y)
				];
			};
		}
		return m.duration = Math.abs(h) * 1e3 * t / Math.SQRT2, m;
	}
	return i.rho = function(t) {
		var n = Math.max(.001, +t), r = n * n;
		return e(n, r, r * r);
	}, i;
})(Math.SQRT2, 2, 4);
function ua(e) {
	return (function t(n) {
		n = +n;
		function r(t, r) {
			var i = e((t = Ri(t)).h, (r = Ri(r)).h), a = Gi(t.s, r.s), o = Gi(t.l, r.l), s = Gi(t.opacity, r.opacity);
			return function(e) {
				return t.h = i(e), t.s = a(e), t.l = o(e ** +n), t.opacity = s(e), t + "";
			};
		}
		return r.gamma = t, r;
	})(1);
}
ua(Ui), ua(Gi);
// node_modules/d3-format/dist/d3-format.mjs
function da(e) {
	return Math.abs(e = Math.round(e)) >= 1e21 ? e.toLocaleString("en").replace(/,/g, "") : e.toString(10);
}
function fa(e, t) {
	if (!isFinite(e) || e === 0) return null;
	var n = (e = t ? e.toExponential(t - 1) : e.toExponential()).indexOf("e"), r = e.slice(0, n);
	return [r.length > 1 ? r[0] + r.slice(2) : r, +e.slice(n + 1)];
}
function pa(e) {
	return e = fa(Math.abs(e)), e ? e[1] : NaN;
}
function ma(e, t) {
	return function(n, r) {
		for (var i = n.length, a = [], o = 0, s = e[0], c = 0; i > 0 && s > 0 && (c + s + 1 > r && (s = Math.max(1, r - c)), a.push(n.substring(i -= s, i + s)), !((c += s + 1) > r));) s = e[o = (o + 1) % e.length];
		return a.reverse().join(t);
	};
}
function ha(e) {
	return function(t) {
		return t.replace(/[0-9]/g, function(t) {
			return e[+t];
		});
	};
}
var ga = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(\.\d+)?(~)?([a-z%])?$/i;
function _a(e) {
	if (!(t = ga.exec(e))) throw Error("invalid format: " + e);
	var t;
	return new va({
		fill: t[1],
		align: t[2],
		sign: t[3],
		symbol: t[4],
		zero: t[5],
		width: t[6],
		comma: t[7],
		precision: t[8] && t[8].slice(1),
		trim: t[9],
		type: t[10]
	});
}
_a.prototype = va.prototype;
function va(e) {
	this.fill = e.fill === void 0 ? " " : e.fill + "", this.align = e.align === void 0 ? ">" : e.align + "", this.sign = e.sign === void 0 ? "-" : e.sign + "", this.symbol = e.symbol === void 0 ? "" : e.symbol + "", this.zero = !!e.zero, this.width = e.width === void 0 ? void 0 : +e.width, this.comma = !!e.comma, this.precision = e.precision === void 0 ? void 0 : +e.precision, this.trim = !!e.trim, this.type = e.type === void 0 ? "" : e.type + "";
}
va.prototype.toString = function() {
	return this.fill + this.align + this.sign + this.symbol + (this.zero ? "0" : "") + (this.width === void 0 ? "" : Math.max(1, this.width | 0)) + (this.comma ? "," : "") + (this.precision === void 0 ? "" : "." + Math.max(0, this.precision | 0)) + (this.trim ? "~" : "") + this.type;
};
function ya(e) {
	out: for (var t = e.length, n = 1, r = -1, i; n < t; ++n) switch (e[n]) {
		case ".":
			r = i = n;
			break;
		case "0":
			r === 0 && (r = n), i = n;
			break;
		default:
			if (!+e[n]) break out;
			r > 0 && (r = 0);
	}
	return r > 0 ? e.slice(0, r) + e.slice(i + 1) : e;
}
var ba;
function xa(e, t) {
	var n = fa(e, t);
	if (!n) return ba = void 0, e.toPrecision(t);
	var r = n[0], i = n[1], a = i - (ba = Math.max(-8, Math.min(8, Math.floor(i / 3))) * 3) + 1, o = r.length;
	return a === o ? r : a > o ? r + Array(a - o + 1).join("0") : a > 0 ? r.slice(0, a) + "." + r.slice(a) : "0." + Array(1 - a).join("0") + fa(e, Math.max(0, t + a - 1))[0];
}
function Sa(e, t) {
	var n = fa(e, t);
	if (!n) return e + "";
	var r = n[0], i = n[1];
	return i < 0 ? "0." + Array(-i).join("0") + r : r.length > i + 1 ? r.slice(0, i + 1) + "." + r.slice(i + 1) : r + Array(i - r.length + 2).join("0");
}
var Ca = {
	"%": (e, t) => (e * 100).toFixed(t),
	b: (e) => Math.round(e).toString(2),
	c: (e) => e + "",
	d: da,
	e: (e, t) => e.toExponential(t),
	f: (e, t) => e.toFixed(t),
	g: (e, t) => e.toPrecision(t),
	o: (e) => Math.round(e).toString(8),
	p: (e, t) => Sa(e * 100, t),
	r: Sa,
	s: xa,
	X: (e) => Math.round(e).toString(16).toUpperCase(),
	x: (e) => Math.round(e).toString(16)
};
function wa(e) {
	return e;
}
var Ta = Array.prototype.map, Ea = [
	"y",
	"z",
	"a",
	"f",
	"p",
	"n",
	"µ",
	"m",
	"",
	"k",
	"M",
	"G",
	"T",
	"P",
	"E",
	"Z",
	"Y"
];
function Da(e) {
	var t = e.grouping === void 0 || e.thousands === void 0 ? wa : ma(Ta.call(e.grouping, Number), e.thousands + ""), n = e.currency === void 0 ? "" : e.currency[0] + "", r = e.currency === void 0 ? "" : e.currency[1] + "", i = e.decimal === void 0 ? "." : e.decimal + "", a = e.numerals === void 0 ? wa : ha(Ta.call(e.numerals, String)), o = e.percent === void 0 ? "%" : e.percent + "", s = e.minus === void 0 ? "−" : e.minus + "", c = e.nan === void 0 ? "NaN" : e.nan + "";
	function l(e, l) {
		e = _a(e);
		var u = e.fill, d = e.align, f = e.sign, p = e.symbol, m = e.zero, h = e.width, g = e.comma, _ = e.precision, v = e.trim, y = e.type;
		y === "n" ? (g = !0, y = "g") : Ca[y] || (_ === void 0 && (_ = 12), v = !0, y = "g"), (m || u === "0" && d === "=") && (m = !0, u = "0", d = "=");
		var b = (l && l.prefix !== void 0 ? l.prefix : "") + (p === "$" ? n : p === "#" && /[boxX]/.test(y) ? "0" + y.toLowerCase() : ""), x = (p === "$" ? r : /[%p]/.test(y) ? o : "") + (l && l.suffix !== void 0 ? l.suffix : ""), S = Ca[y], ee = /[defgprs%]/.test(y);
		_ = _ === void 0 ? 6 : /[gprs]/.test(y) ? Math.max(1, Math.min(21, _)) : Math.max(0, Math.min(20, _));
		function C(e) {
			var n = b, r = x, o, l, p;
			if (y === "c") r = S(e) + r, e = "";
			else {
				e = +e;
				var C = e < 0 || 1 / e < 0;
				if (e = isNaN(e) ? c : S(Math.abs(e), _), v && (e = ya(e)), C && +e == 0 && f !== "+" && (C = !1), n = (C ? f === "(" ? f : s : f === "-" || f === "(" ? "" : f) + n, r = (y === "s" && !isNaN(e) && ba !== void 0 ? Ea[8 + ba / 3] : "") + r + (C && f === "(" ? ")" : ""), ee) {
					for (o = -1, l = e.length; ++o < l;) if (p = e.charCodeAt(o), 48 > p || p > 57) {
						r = (p === 46 ? i + e.slice(o + 1) : e.slice(o)) + r, e = e.slice(0, o);
						break;
					}
				}
			}
			g && !m && (e = t(e, Infinity));
			var w = n.length + e.length + r.length, T = w < h ? Array(h - w + 1).join(u) : "";
			switch (g && m && (e = t(T + e, T.length ? h - r.length : Infinity), T = ""), d) {
				case "<":
					e = n + e + r + T;
					break;
				case "=":
					e = n + T + e + r;
					break;
				case "^":
					e = T.slice(0, w = T.length >> 1) + n + e + r + T.slice(w);
					break;
				default: e = T + n + e + r;
			}
			return a(e);
		}
		return C.toString = function() {
			return e + "";
		}, C;
	}
	function u(e, t) {
		var n = Math.max(-8, Math.min(8, Math.floor(pa(t) / 3))) * 3, r = 10 ** -n, i = l((e = _a(e), e.type = "f", e), { suffix: Ea[8 + n / 3] });
		return function(e) {
			return i(r * e);
		};
	}
	return {
		format: l,
		formatPrefix: u
	};
}
var Oa, ka, Aa;
ja({
	thousands: ",",
	grouping: [3],
	currency: ["$", ""]
});
function ja(e) {
	return Oa = Da(e), ka = Oa.format, Aa = Oa.formatPrefix, Oa;
}
function Ma(e) {
	return Math.max(0, -pa(Math.abs(e)));
}
function Na(e, t) {
	return Math.max(0, Math.max(-8, Math.min(8, Math.floor(pa(t) / 3))) * 3 - pa(Math.abs(e)));
}
function Pa(e, t) {
	return e = Math.abs(e), t = Math.abs(t) - e, Math.max(0, pa(t) - pa(e)) + 1;
}
// node_modules/d3-scale/dist/d3-scale.mjs
function Fa(e, t) {
	switch (arguments.length) {
		case 0: break;
		case 1:
			this.range(e);
			break;
		default: this.range(t).domain(e);
	}
	return this;
}
function Ia(e) {
	return function() {
		return e;
	};
}
function La(e) {
	return +e;
}
var Ra = [0, 1];
function za(e) {
	return e;
}
function Ba(e, t) {
	return (t -= e = +e) ? function(n) {
		return (n - e) / t;
	} : Ia(isNaN(t) ? NaN : .5);
}
function Va(e, t) {
	var n;
	return e > t && (n = e, e = t, t = n), function(n) {
		return Math.max(e, Math.min(t, n));
	};
}
function Ha(e, t, n) {
	var r = e[0], i = e[1], a = t[0], o = t[1];
	return i < r ? (r = Ba(i, r), a = n(o, a)) : (r = Ba(r, i), a = n(a, o)), function(e) {
		return a(r(e));
	};
}
function Ua(e, t, n) {
	var r = Math.min(e.length, t.length) - 1, i = Array(r), a = Array(r), o = -1;
	for (e[r] < e[0] && (e = e.slice().reverse(), t = t.slice().reverse()); ++o < r;) i[o] = Ba(e[o], e[o + 1]), a[o] = n(t[o], t[o + 1]);
	return function(t) {
		var n = mr(e, t, 1, r) - 1;
		return a[n](i[n](t));
	};
}
function Wa(e, t) {
	return t.domain(e.domain()).range(e.range()).interpolate(e.interpolate()).clamp(e.clamp()).unknown(e.unknown());
}
function Ga() {
	var e = Ra, t = Ra, n = ia, r, i, a, o = za, s, c, l;
	function u() {
		var n = Math.min(e.length, t.length);
		return o !== za && (o = Va(e[0], e[n - 1])), s = n > 2 ? Ua : Ha, c = l = null, d;
	}
	function d(i) {
		return i == null || isNaN(i = +i) ? a : (c ||= s(e.map(r), t, n))(r(o(i)));
	}
	return d.invert = function(n) {
		return o(i((l ||= s(t, e.map(r), Zi))(n)));
	}, d.domain = function(t) {
		return arguments.length ? (e = Array.from(t, La), u()) : e.slice();
	}, d.range = function(e) {
		return arguments.length ? (t = Array.from(e), u()) : t.slice();
	}, d.rangeRound = function(e) {
		return t = Array.from(e), n = aa, u();
	}, d.clamp = function(e) {
		return arguments.length ? (o = e ? !0 : za, u()) : o !== za;
	}, d.interpolate = function(e) {
		return arguments.length ? (n = e, u()) : n;
	}, d.unknown = function(e) {
		return arguments.length ? (a = e, d) : a;
	}, function(e, t) {
		return r = e, i = t, u();
	};
}
function Ka() {
	return Ga()(za, za);
}
function qa(e, t, n, r) {
	var i = Sr(e, t, n), a;
	switch (r = _a(r ?? ",f"), r.type) {
		case "s":
			var o = Math.max(Math.abs(e), Math.abs(t));
			return r.precision == null && !isNaN(a = Na(i, o)) && (r.precision = a), Aa(r, o);
		case "":
		case "e":
		case "g":
		case "p":
		case "r":
			r.precision == null && !isNaN(a = Pa(i, Math.max(Math.abs(e), Math.abs(t)))) && (r.precision = a - (r.type === "e"));
			break;
		case "f":
		case "%": r.precision == null && !isNaN(a = Ma(i)) && (r.precision = a - (r.type === "%") * 2);
	}
	return ka(r);
}
function Ja(e) {
	var t = e.domain;
	return e.ticks = function(e) {
		var n = t();
		return br(n[0], n[n.length - 1], e ?? 10);
	}, e.tickFormat = function(e, n) {
		var r = t();
		return qa(r[0], r[r.length - 1], e ?? 10, n);
	}, e.nice = function(n) {
		n ??= 10;
		var r = t(), i = 0, a = r.length - 1, o = r[i], s = r[a], c, l, u = 10;
		for (s < o && (l = o, o = s, s = l, l = i, i = a, a = l); u-- > 0;) {
			if (l = xr(o, s, n), l === c) return r[i] = o, r[a] = s, t(r);
			if (l > 0) o = Math.floor(o / l) * l, s = Math.ceil(s / l) * l;
			else if (l < 0) o = Math.ceil(o * l) / l, s = Math.floor(s * l) / l;
			else break;
			c = l;
		}
		return e;
	}, e;
}
function Ya() {
	var e = Ka();
	return e.copy = function() {
		return Wa(e, Ya());
	}, Fa.apply(e, arguments), Ja(e);
}
function Xa(e) {
	return function(t) {
		return t < 0 ? -((-t) ** +e) : t ** +e;
	};
}
function Za(e) {
	return e < 0 ? -Math.sqrt(-e) : Math.sqrt(e);
}
function Qa(e) {
	return e < 0 ? -e * e : e * e;
}
function $a(e) {
	var t = e(za, za), n = 1;
	function r() {
		return n === 1 ? e(za, za) : n === .5 ? e(Za, Qa) : e(Xa(n), Xa(1 / n));
	}
	return t.exponent = function(e) {
		return arguments.length ? (n = +e, r()) : n;
	}, Ja(t);
}
function eo() {
	var e = $a(Ga());
	return e.copy = function() {
		return Wa(e, eo()).exponent(e.exponent());
	}, Fa.apply(e, arguments), e;
}
function to() {
	return eo.apply(null, arguments).exponent(.5);
}
// node_modules/d3-path/dist/d3-path.mjs
var no = Math.PI, ro = 2 * no, io = 1e-6, ao = ro - io;
function oo(e) {
	this._ += e[0];
	for (let t = 1, n = e.length; t < n; ++t) this._ += arguments[t] + e[t];
}
function so(e) {
	let t = Math.floor(e);
	if (!(t >= 0)) throw Error(`invalid digits: ${e}`);
	if (t > 15) return oo;
	let n = 10 ** t;
	return function(e) {
		this._ += e[0];
		for (let t = 1, r = e.length; t < r; ++t) this._ += Math.round(arguments[t] * n) / n + e[t];
	};
}
function co(e, t, n, r) {
	return e === n && t === r;
}
function lo(e) {
	let t = Math.floor(e);
	if (!(t <= 15)) return co;
	let n = 10 ** t, r = function(e) {
		return Math.round(e * n);
	};
	return function(e, t, n, i) {
		return r(e) === r(n) && r(t) === r(i);
	};
}
var uo = class {
	constructor(e) {
		this._x0 = this._y0 = this._x1 = this._y1 = null, this._ = "", this._append = e == null ? oo : so(e), this._equal = e == null ? co : lo(e);
	}
	moveTo(e, t) {
		this._append`M${this._x0 = this._x1 = +e},${this._y0 = this._y1 = +t}`;
	}
	closePath() {
		this._x1 !== null && (this._x1 = this._x0, this._y1 = this._y0, this._append`Z`);
	}
	lineTo(e, t) {
		this._append`L${this._x1 = +e},${this._y1 = +t}`;
	}
	quadraticCurveTo(e, t, n, r) {
		this._append`Q${+e},${+t},${this._x1 = +n},${this._y1 = +r}`;
	}
	bezierCurveTo(e, t, n, r, i, a) {
		this._append`C${+e},${+t},${+n},${+r},${this._x1 = +i},${this._y1 = +a}`;
	}
	arcTo(e, t, n, r, i) {
		if (e = +e, t = +t, n = +n, r = +r, i = +i, i < 0) throw Error(`negative radius: ${i}`);
		let a = this._x1, o = this._y1, s = n - e, c = r - t, l = a - e, u = o - t, d = l * l + u * u;
		if (this._x1 === null) this._append`M${this._x1 = e},${this._y1 = t}`;
		else if (d > io) {
			if (!(Math.abs(u * s - c * l) > io) || !i) this._append`L${this._x1 = e},${this._y1 = t}`;
			else {
				let f = n - a, p = r - o, m = s * s + c * c, h = f * f + p * p, g = Math.sqrt(m), _ = Math.sqrt(d), v = i * Math.tan((no - Math.acos((m + d - h) / (2 * g * _))) / 2), y = v / _, b = v / g;
				Math.abs(y - 1) > io && this._append`L${e + y * l},${t + y * u}`, this._append`A${i},${i},0,0,${+(u * f > l * p)},${this._x1 = e + b * s},${this._y1 = t + b * c}`;
			}
		}
	}
	arc(e, t, n, r, i, a) {
		if (e = +e, t = +t, n = +n, a = !!a, n < 0) throw Error(`negative radius: ${n}`);
		let o = n * Math.cos(r), s = n * Math.sin(r), c = e + o, l = t + s, u = 1 ^ a, d = a ? r - i : i - r;
		if (this._x1 === null ? this._append`M${c},${l}` : (Math.abs(this._x1 - c) > io || Math.abs(this._y1 - l) > io) && this._append`L${c},${l}`, n) {
			if (d < 0 && (d = d % ro + ro), d > ao) this._append`A${n},${n},0,1,${u},${e - o},${t - s}A${n},${n},0,1,${u},${this._x1 = c},${this._y1 = l}`;
			else if (d > io) {
				let a = e + n * Math.cos(i), o = t + n * Math.sin(i);
				if (d >= no && this._equal(c, l, a, o)) {
					d /= 2;
					let i = r + d;
					this._append`A${n},${n},0,${+(d >= no)},${u},${e + n * Math.cos(i)},${t + n * Math.sin(i)}`;
				}
				this._append`A${n},${n},0,${+(d >= no)},${u},${this._x1 = a},${this._y1 = o}`;
			}
		}
	}
	rect(e, t, n, r) {
		this._append`M${this._x0 = this._x1 = +e},${this._y0 = this._y1 = +t}h${n = +n}v${+r}h${-n}Z`;
	}
	toString() {
		return this._;
	}
};
uo.prototype;
// node_modules/d3-shape/dist/d3-shape.mjs
function $(e) {
	return function() {
		return e;
	};
}
var fo = Math.cos, po = Math.sin, mo = Math.sqrt, ho = 1e-12, go = Math.PI;
go / 2;
var _o = 2 * go;
function vo(e) {
	let t = 3;
	return e.digits = function(n) {
		if (!arguments.length) return t;
		if (n == null) t = null;
		else {
			let e = Math.floor(n);
			if (!(e >= 0)) throw RangeError(`invalid digits: ${n}`);
			t = e;
		}
		return e;
	}, () => new uo(t);
}
Array.prototype.slice;
function yo(e) {
	return typeof e == "object" && "length" in e ? e : Array.from(e);
}
function bo(e) {
	this._context = e;
}
bo.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._point = 0;
	},
	lineEnd: function() {
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
				break;
			case 1: this._point = 2;
			default: this._context.lineTo(e, t);
		}
	}
};
function xo(e) {
	return new bo(e);
}
function So(e) {
	return e[0];
}
function Co(e) {
	return e[1];
}
function wo(e, t) {
	var n = $(!0), r = null, i = xo, a = null, o = vo(s);
	e = typeof e == "function" ? e : e === void 0 ? So : $(e), t = typeof t == "function" ? t : t === void 0 ? Co : $(t);
	function s(s) {
		var c, l = (s = yo(s)).length, u, d = !1, f;
		for (r ?? (a = i(f = o())), c = 0; c <= l; ++c) !(c < l && n(u = s[c], c, s)) === d && ((d = !d) ? a.lineStart() : a.lineEnd()), d && a.point(+e(u, c, s), +t(u, c, s));
		if (f) return a = null, f + "" || null;
	}
	return s.x = function(t) {
		return arguments.length ? (e = typeof t == "function" ? t : $(+t), s) : e;
	}, s.y = function(e) {
		return arguments.length ? (t = typeof e == "function" ? e : $(+e), s) : t;
	}, s.defined = function(e) {
		return arguments.length ? (n = typeof e == "function" ? e : $(!!e), s) : n;
	}, s.curve = function(e) {
		return arguments.length ? (i = e, r != null && (a = i(r)), s) : i;
	}, s.context = function(e) {
		return arguments.length ? (e == null ? r = a = null : a = i(r = e), s) : r;
	}, s;
}
function To(e, t, n) {
	var r = null, i = $(!0), a = null, o = xo, s = null, c = vo(l);
	e = typeof e == "function" ? e : e === void 0 ? So : $(+e), t = typeof t == "function" ? t : $(t === void 0 ? 0 : +t), n = typeof n == "function" ? n : n === void 0 ? Co : $(+n);
	function l(l) {
		var u, d, f, p = (l = yo(l)).length, m, h = !1, g, _ = Array(p), v = Array(p);
		for (a ?? (s = o(g = c())), u = 0; u <= p; ++u) {
			if (!(u < p && i(m = l[u], u, l)) === h) {
				if (h = !h) d = u, s.areaStart(), s.lineStart();
				else {
					for (s.lineEnd(), s.lineStart(), f = u - 1; f >= d; --f) s.point(_[f], v[f]);
					s.lineEnd(), s.areaEnd();
				}
			}
			h && (_[u] = +e(m, u, l), v[u] = +t(m, u, l), s.point(r ? +r(m, u, l) : _[u], n ? +n(m, u, l) : v[u]));
		}
		if (g) return s = null, g + "" || null;
	}
	function u() {
		return wo().defined(i).curve(o).context(a);
	}
	return l.x = function(t) {
		return arguments.length ? (e = typeof t == "function" ? t : $(+t), r = null, l) : e;
	}, l.x0 = function(t) {
		return arguments.length ? (e = typeof t == "function" ? t : $(+t), l) : e;
	}, l.x1 = function(e) {
		return arguments.length ? (r = e == null ? null : typeof e == "function" ? e : $(+e), l) : r;
	}, l.y = function(e) {
		return arguments.length ? (t = typeof e == "function" ? e : $(+e), n = null, l) : t;
	}, l.y0 = function(e) {
		return arguments.length ? (t = typeof e == "function" ? e : $(+e), l) : t;
	}, l.y1 = function(e) {
		return arguments.length ? (n = e == null ? null : typeof e == "function" ? e : $(+e), l) : n;
	}, l.lineX0 = l.lineY0 = function() {
		return u().x(e).y(t);
	}, l.lineY1 = function() {
		return u().x(e).y(n);
	}, l.lineX1 = function() {
		return u().x(r).y(t);
	}, l.defined = function(e) {
		return arguments.length ? (i = typeof e == "function" ? e : $(!!e), l) : i;
	}, l.curve = function(e) {
		return arguments.length ? (o = e, a != null && (s = o(a)), l) : o;
	}, l.context = function(e) {
		return arguments.length ? (e == null ? a = s = null : s = o(a = e), l) : a;
	}, l;
}
Do(xo);
function Eo(e) {
	this._curve = e;
}
Eo.prototype = {
	areaStart: function() {
		this._curve.areaStart();
	},
	areaEnd: function() {
		this._curve.areaEnd();
	},
	lineStart: function() {
		this._curve.lineStart();
	},
	lineEnd: function() {
		this._curve.lineEnd();
	},
	point: function(e, t) {
		this._curve.point(t * Math.sin(e), t * -Math.cos(e));
	}
};
function Do(e) {
	function t(t) {
		return new Eo(e(t));
	}
	return t._curve = e, t;
}
mo(3), mo(1 / 3) * 2;
var Oo = po(go / 10) / po(7 * go / 10);
po(_o / 10) * Oo, -fo(_o / 10) * Oo, mo(3), mo(3), mo(3) / 2, (1 / mo(12) / 2 + 1) * 3;
function ko() {}
function Ao(e, t, n) {
	e._context.bezierCurveTo((2 * e._x0 + e._x1) / 3, (2 * e._y0 + e._y1) / 3, (e._x0 + 2 * e._x1) / 3, (e._y0 + 2 * e._y1) / 3, (e._x0 + 4 * e._x1 + t) / 6, (e._y0 + 4 * e._y1 + n) / 6);
}
function jo(e) {
	this._context = e;
}
jo.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._y0 = this._y1 = NaN, this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 3: Ao(this, this._x1, this._y1);
			case 2: this._context.lineTo(this._x1, this._y1);
		}
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
				break;
			case 1:
				this._point = 2;
				break;
			case 2: this._point = 3, this._context.lineTo((5 * this._x0 + this._x1) / 6, (5 * this._y0 + this._y1) / 6);
			default: Ao(this, e, t);
		}
		this._x0 = this._x1, this._x1 = e, this._y0 = this._y1, this._y1 = t;
	}
};
function Mo(e, t) {
	this._basis = new jo(e), this._beta = t;
}
Mo.prototype = {
	lineStart: function() {
		this._x = [], this._y = [], this._basis.lineStart();
	},
	lineEnd: function() {
		var e = this._x, t = this._y, n = e.length - 1;
		if (n > 0) for (var r = e[0], i = t[0], a = e[n] - r, o = t[n] - i, s = -1, c; ++s <= n;) c = s / n, this._basis.point(this._beta * e[s] + (1 - this._beta) * (r + c * a), this._beta * t[s] + (1 - this._beta) * (i + c * o));
		this._x = this._y = null, this._basis.lineEnd();
	},
	point: function(e, t) {
		this._x.push(+e), this._y.push(+t);
	}
}, (function e(t) {
	function n(e) {
		return t === 1 ? new jo(e) : new Mo(e, t);
	}
	return n.beta = function(t) {
		return e(+t);
	}, n;
})(.85);
function No(e, t, n) {
	e._context.bezierCurveTo(e._x1 + e._k * (e._x2 - e._x0), e._y1 + e._k * (e._y2 - e._y0), e._x2 + e._k * (e._x1 - t), e._y2 + e._k * (e._y1 - n), e._x2, e._y2);
}
function Po(e, t) {
	this._context = e, this._k = (1 - t) / 6;
}
Po.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN, this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 2:
				this._context.lineTo(this._x2, this._y2);
				break;
			case 3: No(this, this._x1, this._y1);
		}
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
				break;
			case 1:
				this._point = 2, this._x1 = e, this._y1 = t;
				break;
			case 2: this._point = 3;
			default: No(this, e, t);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return new Po(e, t);
	}
	return n.tension = function(t) {
		return e(+t);
	}, n;
})(0);
function Fo(e, t) {
	this._context = e, this._k = (1 - t) / 6;
}
Fo.prototype = {
	areaStart: ko,
	areaEnd: ko,
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._x5 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = this._y5 = NaN, this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 1:
				this._context.moveTo(this._x3, this._y3), this._context.closePath();
				break;
			case 2:
				this._context.lineTo(this._x3, this._y3), this._context.closePath();
				break;
			case 3: this.point(this._x3, this._y3), this.point(this._x4, this._y4), this.point(this._x5, this._y5);
		}
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1, this._x3 = e, this._y3 = t;
				break;
			case 1:
				this._point = 2, this._context.moveTo(this._x4 = e, this._y4 = t);
				break;
			case 2:
				this._point = 3, this._x5 = e, this._y5 = t;
				break;
			default: No(this, e, t);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return new Fo(e, t);
	}
	return n.tension = function(t) {
		return e(+t);
	}, n;
})(0);
function Io(e, t) {
	this._context = e, this._k = (1 - t) / 6;
}
Io.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN, this._point = 0;
	},
	lineEnd: function() {
		(this._line || this._line !== 0 && this._point === 3) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		switch (e = +e, t = +t, this._point) {
			case 0:
				this._point = 1;
				break;
			case 1:
				this._point = 2;
				break;
			case 2:
				this._point = 3, this._line ? this._context.lineTo(this._x2, this._y2) : this._context.moveTo(this._x2, this._y2);
				break;
			case 3: this._point = 4;
			default: No(this, e, t);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return new Io(e, t);
	}
	return n.tension = function(t) {
		return e(+t);
	}, n;
})(0);
function Lo(e, t, n) {
	var r = e._x1, i = e._y1, a = e._x2, o = e._y2;
	if (e._l01_a > ho) {
		var s = 2 * e._l01_2a + 3 * e._l01_a * e._l12_a + e._l12_2a, c = 3 * e._l01_a * (e._l01_a + e._l12_a);
		r = (r * s - e._x0 * e._l12_2a + e._x2 * e._l01_2a) / c, i = (i * s - e._y0 * e._l12_2a + e._y2 * e._l01_2a) / c;
	}
	if (e._l23_a > ho) {
		var l = 2 * e._l23_2a + 3 * e._l23_a * e._l12_a + e._l12_2a, u = 3 * e._l23_a * (e._l23_a + e._l12_a);
		a = (a * l + e._x1 * e._l23_2a - t * e._l12_2a) / u, o = (o * l + e._y1 * e._l23_2a - n * e._l12_2a) / u;
	}
	e._context.bezierCurveTo(r, i, a, o, e._x2, e._y2);
}
function Ro(e, t) {
	this._context = e, this._alpha = t;
}
Ro.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN, this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 2:
				this._context.lineTo(this._x2, this._y2);
				break;
			case 3: this.point(this._x2, this._y2);
		}
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		if (e = +e, t = +t, this._point) {
			var n = this._x2 - e, r = this._y2 - t;
			this._l23_a = Math.sqrt(this._l23_2a = (n * n + r * r) ** +this._alpha);
		}
		switch (this._point) {
			case 0:
				this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
				break;
			case 1:
				this._point = 2;
				break;
			case 2: this._point = 3;
			default: Lo(this, e, t);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a, this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a, this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return t ? new Ro(e, t) : new Po(e, 0);
	}
	return n.alpha = function(t) {
		return e(+t);
	}, n;
})(.5);
function zo(e, t) {
	this._context = e, this._alpha = t;
}
zo.prototype = {
	areaStart: ko,
	areaEnd: ko,
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._x3 = this._x4 = this._x5 = this._y0 = this._y1 = this._y2 = this._y3 = this._y4 = this._y5 = NaN, this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 1:
				this._context.moveTo(this._x3, this._y3), this._context.closePath();
				break;
			case 2:
				this._context.lineTo(this._x3, this._y3), this._context.closePath();
				break;
			case 3: this.point(this._x3, this._y3), this.point(this._x4, this._y4), this.point(this._x5, this._y5);
		}
	},
	point: function(e, t) {
		if (e = +e, t = +t, this._point) {
			var n = this._x2 - e, r = this._y2 - t;
			this._l23_a = Math.sqrt(this._l23_2a = (n * n + r * r) ** +this._alpha);
		}
		switch (this._point) {
			case 0:
				this._point = 1, this._x3 = e, this._y3 = t;
				break;
			case 1:
				this._point = 2, this._context.moveTo(this._x4 = e, this._y4 = t);
				break;
			case 2:
				this._point = 3, this._x5 = e, this._y5 = t;
				break;
			default: Lo(this, e, t);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a, this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a, this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return t ? new zo(e, t) : new Fo(e, 0);
	}
	return n.alpha = function(t) {
		return e(+t);
	}, n;
})(.5);
function Bo(e, t) {
	this._context = e, this._alpha = t;
}
Bo.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._x2 = this._y0 = this._y1 = this._y2 = NaN, this._l01_a = this._l12_a = this._l23_a = this._l01_2a = this._l12_2a = this._l23_2a = this._point = 0;
	},
	lineEnd: function() {
		(this._line || this._line !== 0 && this._point === 3) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		if (e = +e, t = +t, this._point) {
			var n = this._x2 - e, r = this._y2 - t;
			this._l23_a = Math.sqrt(this._l23_2a = (n * n + r * r) ** +this._alpha);
		}
		switch (this._point) {
			case 0:
				this._point = 1;
				break;
			case 1:
				this._point = 2;
				break;
			case 2:
				this._point = 3, this._line ? this._context.lineTo(this._x2, this._y2) : this._context.moveTo(this._x2, this._y2);
				break;
			case 3: this._point = 4;
			default: Lo(this, e, t);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a, this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a, this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return t ? new Bo(e, t) : new Io(e, 0);
	}
	return n.alpha = function(t) {
		return e(+t);
	}, n;
})(.5);
function Vo(e) {
	return e < 0 ? -1 : 1;
}
function Ho(e, t, n) {
	var r = e._x1 - e._x0, i = t - e._x1, a = (e._y1 - e._y0) / (r || i < 0 && -0), o = (n - e._y1) / (i || r < 0 && -0), s = (a * i + o * r) / (r + i);
	return (Vo(a) + Vo(o)) * Math.min(Math.abs(a), Math.abs(o), .5 * Math.abs(s)) || 0;
}
function Uo(e, t) {
	var n = e._x1 - e._x0;
	return n ? (3 * (e._y1 - e._y0) / n - t) / 2 : t;
}
function Wo(e, t, n) {
	var r = e._x0, i = e._y0, a = e._x1, o = e._y1, s = (a - r) / 3;
	e._context.bezierCurveTo(r + s, i + s * t, a - s, o - s * n, a, o);
}
function Go(e) {
	this._context = e;
}
Go.prototype = {
	areaStart: function() {
		this._line = 0;
	},
	areaEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._x0 = this._x1 = this._y0 = this._y1 = this._t0 = NaN, this._point = 0;
	},
	lineEnd: function() {
		switch (this._point) {
			case 2:
				this._context.lineTo(this._x1, this._y1);
				break;
			case 3: Wo(this, this._t0, Uo(this, this._t0));
		}
		(this._line || this._line !== 0 && this._point === 1) && this._context.closePath(), this._line = 1 - this._line;
	},
	point: function(e, t) {
		var n = NaN;
		if (e = +e, t = +t, e !== this._x1 || t !== this._y1) {
			switch (this._point) {
				case 0:
					this._point = 1, this._line ? this._context.lineTo(e, t) : this._context.moveTo(e, t);
					break;
				case 1:
					this._point = 2;
					break;
				case 2:
					this._point = 3, Wo(this, Uo(this, n = Ho(this, e, t)), n);
					break;
				default: Wo(this, this._t0, n = Ho(this, e, t));
			}
			this._x0 = this._x1, this._x1 = e, this._y0 = this._y1, this._y1 = t, this._t0 = n;
		}
	}
}, Object.create(Go.prototype).point = function(e, t) {
	Go.prototype.point.call(this, t, e);
};
// src/charts.tsx
function Ko({ children: e, most: t = 1e3 }) {
	let n = F(null), [r, i] = P(0);
	return Et(() => {
		let e = n.current;
		if (!e) return;
		let r = () => i(Math.min(t, Math.round(e.clientWidth)));
		r();
		let a = new ResizeObserver(r);
		return a.observe(e), () => a.disconnect();
	}, []), /* @__PURE__ */ Z("div", {
		ref: n,
		children: r > 0 && e(r)
	});
}
function qo(e, t, n) {
	let r = Ya([0, Math.max(1, e.length - 1)], [1, t - 1]), i = Ya([0, Cr(e) || 1], [n - 2, 2]), a = e.length > 1 ? e : [...e, ...e];
	return wo((e, t) => r(t), (e) => i(e))(a) ?? "";
}
function Jo({ values: e, width: t = 72, height: n = 18 }) {
	return /* @__PURE__ */ Z("svg", {
		class: "spark",
		width: t,
		height: n,
		viewBox: `0 0 ${t} ${n}`,
		"aria-hidden": "true",
		children: /* @__PURE__ */ Z("path", { d: qo(e, t, n) })
	});
}
function Yo(e) {
	return /* @__PURE__ */ Z(Ko, { children: (t) => /* @__PURE__ */ Z(Xo, {
		...e,
		width: t
	}) });
}
function Xo({ lines: e, name: t, width: n }) {
	let r = Math.max(1, Math.floor(n / 330)), i = n / r, a = Math.ceil(e.length / r), o = Math.min(200, .5 * i), s = i - 70;
	return /* @__PURE__ */ Z("svg", {
		class: "chart sparks",
		width: n,
		height: a * 26,
		viewBox: `0 0 ${n} ${a * 26}`,
		role: "img",
		"aria-label": t,
		children: e.map(({ label: e, values: t, note: n }, r) => /* @__PURE__ */ Z("g", {
			transform: `translate(${Math.floor(r / a) * i} ${r % a * 26})`,
			children: [
				/* @__PURE__ */ Z("text", {
					x: "0",
					y: 13,
					"dominant-baseline": "central",
					children: e
				}),
				/* @__PURE__ */ Z("path", {
					class: "line",
					transform: `translate(${o} 3)`,
					d: qo(t, s - o, 20)
				}),
				/* @__PURE__ */ Z("text", {
					class: "tick",
					x: s + 48,
					y: 13,
					"text-anchor": "end",
					"dominant-baseline": "central",
					children: n
				})
			]
		}, r))
	});
}
function Zo(e) {
	return /* @__PURE__ */ Z(Ko, { children: (t) => /* @__PURE__ */ Z(Qo, {
		...e,
		width: t
	}) });
}
function Qo({ points: e, format: t, name: n, width: r, onSelect: i, height: a = 170, fromZero: o = !0 }) {
	let s = e.filter((e) => e.value !== null), [c, l] = hr(s.flatMap((e) => [
		e.value ?? 0,
		e.low ?? e.value ?? 0,
		e.high ?? e.value ?? 0
	])), u = Ya([0, Math.max(1, e.length - 1)], [46, r - 10]), d = Ya([o ? 0 : c ?? 0, l || 1], [a - 24, 10]).nice(4), f = e.map((e, t) => ({
		...e,
		i: t
	})), p = wo((e) => u(e.i), (e) => d(e.value ?? 0)).defined((e) => e.value !== null)(f) ?? "", m = To((e) => u(e.i), (e) => d(e.low ?? 0), (e) => d(e.high ?? 0)).defined((e) => e.value !== null && e.low !== void 0)(f) ?? "", h = Math.max(2, Math.floor((r - 46) / 90)), g = Math.max(1, Math.ceil(e.length / h));
	return /* @__PURE__ */ Z("svg", {
		class: "chart",
		width: r,
		height: a,
		viewBox: `0 0 ${r} ${a}`,
		role: i ? "group" : "img",
		"aria-label": n,
		children: [
			d.ticks(4).map((e) => /* @__PURE__ */ Z("g", { children: [/* @__PURE__ */ Z("line", {
				class: "grid",
				x1: 46,
				x2: r - 10,
				y1: d(e),
				y2: d(e)
			}), /* @__PURE__ */ Z("text", {
				class: "tick",
				x: 40,
				y: d(e),
				"text-anchor": "end",
				"dominant-baseline": "middle",
				children: t(e)
			})] }, e)),
			e.map((e, t) => t % g === 0 && /* @__PURE__ */ Z("text", {
				class: "tick",
				x: u(t),
				y: a - 6,
				"text-anchor": t === 0 ? "start" : "middle",
				children: e.label
			}, e.label)),
			/* @__PURE__ */ Z("path", {
				class: "band",
				d: m
			}),
			/* @__PURE__ */ Z("path", {
				class: "line",
				d: p
			}),
			s.length === 1 && f.filter((e) => e.value !== null).map((e) => /* @__PURE__ */ Z("circle", {
				class: "dot",
				cx: u(e.i),
				cy: d(e.value ?? 0),
				r: "3"
			}, e.i)),
			e.map((e, t) => (i || e.title) && /* @__PURE__ */ Z("g", {
				...rs(t, void 0, i),
				...i ? { "aria-label": e.title ?? e.label } : {},
				children: [
					e.title && /* @__PURE__ */ Z("title", { children: e.title }),
					/* @__PURE__ */ Z("rect", {
						class: "hit",
						x: u(t - .5),
						y: 10,
						width: u(1) - u(0),
						height: a - 10 - 24
					}),
					i && e.value !== null && /* @__PURE__ */ Z("circle", {
						class: "dot mark",
						cx: u(t),
						cy: d(e.value),
						r: "3.5"
					})
				]
			}, t))
		]
	});
}
function $o(e) {
	return /* @__PURE__ */ Z(Ko, {
		most: 640,
		children: (t) => /* @__PURE__ */ Z(es, {
			...e,
			width: t
		})
	});
}
function es({ bars: e, name: t, onSelect: n, width: r, labelWidth: i = 130 }) {
	let a = Math.min(i, r * .4), o = Ya([0, Cr(e, (e) => Math.max(e.value, e.ground ?? 0, e.high ?? 0)) || 1], [a + 8, r - 56]);
	return /* @__PURE__ */ Z("svg", {
		class: "chart",
		width: r,
		height: e.length * 22 + 4,
		viewBox: `0 0 ${r} ${e.length * 22 + 4}`,
		role: n ? "group" : "img",
		"aria-label": t,
		children: e.map((e, t) => /* @__PURE__ */ Z("g", {
			transform: `translate(0 ${t * 22 + 2})`,
			...rs(t, e.topic, n),
			children: [
				/* @__PURE__ */ Z("rect", {
					class: "hit",
					x: "0",
					y: "0",
					width: r,
					height: 22
				}),
				/* @__PURE__ */ Z("text", {
					class: "label",
					x: a,
					y: 11,
					"text-anchor": "end",
					"dominant-baseline": "central",
					children: [ns(e.label, a - (e.n === void 0 ? 0 : 7 * (j(e.n).length + 1))), e.n !== void 0 && /* @__PURE__ */ Z("tspan", {
						class: "tick",
						children: [" ", j(e.n)]
					})]
				}),
				e.ground !== void 0 && /* @__PURE__ */ Z("rect", {
					class: "ground",
					x: o(0),
					y: "5",
					height: "12",
					width: Math.max(0, o(e.ground) - o(0)),
					rx: "1.5"
				}),
				/* @__PURE__ */ Z("rect", {
					class: "bar",
					x: o(0),
					y: "5",
					height: "12",
					width: Math.max(1, o(e.value) - o(0)),
					rx: "1.5"
				}),
				e.low !== void 0 && e.high !== void 0 && /* @__PURE__ */ Z("line", {
					class: "interval",
					x1: o(e.low),
					x2: o(e.high),
					y1: 11,
					y2: 11
				}),
				/* @__PURE__ */ Z("text", {
					class: "tick",
					x: r - 4,
					y: 11,
					"text-anchor": "end",
					"dominant-baseline": "central",
					children: e.note
				})
			]
		}, t))
	});
}
var ts = 6.9;
function ns(e, t) {
	let n = Math.max(4, Math.floor(t / ts)), r = [...e];
	return r.length <= n ? e : `${r.slice(0, n - 1).join("").trimEnd()}…`;
}
function rs(e, t, n) {
	let r = t !== void 0 && W.value === t;
	return n ? {
		class: `choice${r ? " hovered" : ""}`,
		role: "button",
		tabindex: e === 0 ? 0 : -1,
		...t === void 0 ? {} : Vn(t),
		onClick: () => n(e),
		onKeyDown: (t) => {
			let r = is[t.key] ?? 0;
			(t.key === "Enter" || t.key === " " || r) && (t.preventDefault(), r ? as(t.currentTarget, r) : n(e));
		}
	} : {};
}
var is = {
	ArrowDown: 1,
	ArrowRight: 1,
	ArrowUp: -1,
	ArrowLeft: -1
};
function as(e, t) {
	let n = [...e.closest("svg")?.querySelectorAll(".choice") ?? []];
	n[n.indexOf(e) + t]?.focus();
}
// src/picture.ts
var os = [
	"fill",
	"stroke",
	"stroke-width",
	"stroke-dasharray",
	"opacity",
	"fill-opacity",
	"font-size",
	"font-family",
	"font-weight",
	"text-anchor",
	"dominant-baseline"
];
function ss(e) {
	let t = e.cloneNode(!0), { width: n, height: r } = e.getBoundingClientRect();
	t.setAttribute("xmlns", "http://www.w3.org/2000/svg"), t.setAttribute("width", String(Math.round(n))), t.setAttribute("height", String(Math.round(r)));
	let i = [e, ...e.querySelectorAll("*")], a = [t, ...t.querySelectorAll("*")];
	i.forEach((e, t) => {
		let n = getComputedStyle(e);
		for (let e of os) {
			let r = n.getPropertyValue(e);
			r && a[t]?.setAttribute(e, r);
		}
		a[t]?.removeAttribute("class");
	});
	let o = document.createElementNS("http://www.w3.org/2000/svg", "rect");
	return o.setAttribute("width", "100%"), o.setAttribute("height", "100%"), o.setAttribute("fill", nt(e)), t.insertBefore(o, t.firstChild), new XMLSerializer().serializeToString(t);
}
function cs(e, t) {
	Ge(new Blob([ss(e)], { type: "image/svg+xml" }), `${t}.svg`);
}
async function ls(e, t, n = 2) {
	let { width: r, height: i } = e.getBoundingClientRect(), a = URL.createObjectURL(new Blob([ss(e)], { type: "image/svg+xml" }));
	try {
		let e = new Image();
		e.src = a, await e.decode();
		let o = document.createElement("canvas");
		o.width = Math.round(r * n), o.height = Math.round(i * n), o.getContext("2d")?.drawImage(e, 0, 0, o.width, o.height);
		let s = await new Promise((e) => o.toBlob(e));
		s && Ge(s, `${t}.png`);
	} finally {
		URL.revokeObjectURL(a);
	}
}
// src/figure.tsx
function us({ title: e, note: t, table: n, children: r, controls: i }) {
	let [a, o] = P(!1), s = F(null), c = e.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "chart", l = () => s.current?.querySelector("svg") ?? null;
	return /* @__PURE__ */ Z("section", {
		class: "figure",
		"aria-label": e,
		children: [
			/* @__PURE__ */ Z("header", { children: [
				/* @__PURE__ */ Z("h3", { children: e }),
				i,
				/* @__PURE__ */ Z("span", {
					class: "tools",
					children: [/* @__PURE__ */ Z("button", {
						type: "button",
						"aria-pressed": a,
						onClick: () => o(!a),
						children: a ? "Chart" : "Table"
					}), !a && /* @__PURE__ */ Z(x, { children: [/* @__PURE__ */ Z("button", {
						type: "button",
						"aria-label": `Save ${e} as SVG`,
						onClick: () => {
							let e = l();
							e && cs(e, c);
						},
						children: "SVG"
					}), /* @__PURE__ */ Z("button", {
						type: "button",
						"aria-label": `Save ${e} as PNG`,
						onClick: () => {
							let e = l();
							e && ls(e, c);
						},
						children: "PNG"
					})] })]
				})
			] }),
			t && /* @__PURE__ */ Z("p", {
				class: "note",
				children: t
			}),
			/* @__PURE__ */ Z("div", {
				ref: s,
				children: a ? /* @__PURE__ */ Z(ds, {
					data: typeof n == "function" ? n() : n,
					caption: e
				}) : r
			})
		]
	});
}
function ds({ data: e, caption: t }) {
	return /* @__PURE__ */ Z("div", {
		class: "scroll",
		tabIndex: 0,
		role: "region",
		"aria-label": `${t}, table`,
		children: /* @__PURE__ */ Z("table", { children: [
			/* @__PURE__ */ Z("caption", {
				class: "hidden",
				children: t
			}),
			/* @__PURE__ */ Z("thead", { children: /* @__PURE__ */ Z("tr", { children: e.head.map((e) => /* @__PURE__ */ Z("th", {
				scope: "col",
				children: e
			}, e)) }) }),
			/* @__PURE__ */ Z("tbody", { children: e.rows.map((e, t) => /* @__PURE__ */ Z("tr", { children: e.map((e, t) => /* @__PURE__ */ Z("td", {
				class: typeof e == "number" || /^[-\d.,%]+$/.test(String(e)) ? "number" : "",
				children: e
			}, t)) }, t)) })
		] })
	});
}
// src/views/groups.tsx
function fs() {
	let e = Fn.value?.dates ?? [], t = Fn.value?.groups ?? [], n = [...e, ...t], { topic: r, exact: i } = H.value, a = H.value.column && n.includes(H.value.column) ? H.value.column : n[0], o = a !== void 0 && e.includes(a), s = a === void 0 ? null : {
		column: a,
		exact: i
	}, c = X("time", o ? s : null, Rn()), l = X("groups", o ? null : s, Rn()), u = o ? c : l;
	return a === void 0 ? /* @__PURE__ */ Z("article", {
		class: "groups",
		children: /* @__PURE__ */ Z("p", {
			class: "empty",
			children: "The documents have no dates and no columns with groups. Files with further columns, such as a date, show topics by them here."
		})
	}) : /* @__PURE__ */ Z("article", {
		class: "groups",
		"aria-label": "Groups and time",
		children: [
			/* @__PURE__ */ Z("div", {
				class: "filters",
				children: [
					/* @__PURE__ */ Z("label", { children: ["Column", /* @__PURE__ */ Z("select", {
						value: n.indexOf(a),
						onChange: (e) => q({
							column: n[Number(e.currentTarget.value)] ?? null,
							exact: !1
						}),
						children: n.map((t, n) => /* @__PURE__ */ Z("option", {
							value: n,
							children: [k(t), e.includes(t) ? " (over time)" : ""]
						}, t))
					})] }),
					/* @__PURE__ */ Z("label", { children: ["Topic", /* @__PURE__ */ Z("select", {
						value: r ?? "",
						onChange: (e) => q({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) }),
						children: [/* @__PURE__ */ Z("option", {
							value: "",
							children: "all, small"
						}), [...G.value.keys()].map((e) => /* @__PURE__ */ Z("option", {
							value: e,
							children: [
								e,
								" ",
								K(e, 2)
							]
						}, e))]
					})] }),
					u.answer && u.answer.n_used < u.answer.n_documents && /* @__PURE__ */ Z("span", {
						class: "note",
						children: [
							"From ",
							j(u.answer.n_used),
							" of ",
							j(u.answer.n_documents),
							" documents.",
							" ",
							/* @__PURE__ */ Z("button", {
								type: "button",
								onClick: () => q({ exact: !0 }),
								children: "Use all"
							})
						]
					}),
					/* @__PURE__ */ Z("span", {
						class: "note",
						children: [
							"Select a ",
							o ? "period" : "bar",
							" to read its documents."
						]
					})
				]
			}),
			u.error && /* @__PURE__ */ Z("p", {
				class: "error",
				children: u.error
			}),
			!u.answer && !u.error && /* @__PURE__ */ Z("p", {
				class: "empty",
				children: "Loading…"
			}),
			o && c.answer && /* @__PURE__ */ Z(hs, { answer: c.answer }),
			!o && l.answer && /* @__PURE__ */ Z(bs, { answer: l.answer })
		]
	});
}
function ps() {
	let e = H.value.topic;
	return e === null ? [...G.value.keys()] : [e];
}
var ms = (e, t) => e.find(([e]) => e === t);
function hs({ answer: e }) {
	let t = ps(), n = t.length === 1;
	return /* @__PURE__ */ Z("div", {
		class: n ? "" : "multiples",
		children: t.map((t) => /* @__PURE__ */ Z(us, {
			title: `${t} ${K(t, n ? 5 : 2)}`,
			table: () => _s(e, t),
			children: /* @__PURE__ */ Z(Zo, {
				name: `Topic ${t} per ${e.every}`,
				points: gs(e, t),
				format: (e) => A(e, 0),
				height: n ? 280 : 130,
				onSelect: vs(e.column, e.periods, {
					topic: t,
					query: ""
				})
			})
		}, t))
	});
}
function gs(e, t) {
	return e.periods.map((n) => {
		let r = ms(n.topics, t), i = Ie(n.start, e.every), a = `${j(n.n_documents)} documents`;
		return r ? {
			label: i,
			value: r[1],
			low: r[2],
			high: r[3],
			title: `${i}: ${A(r[1])} (${A(r[2])} to ${A(r[3])}), ${a}`
		} : {
			label: i,
			value: null,
			title: `${i}: ${a}`
		};
	});
}
function _s(e, t) {
	return {
		head: [
			e.every,
			"documents",
			"share",
			"low",
			"high"
		],
		rows: e.periods.map((e) => {
			let n = ms(e.topics, t);
			return [
				e.start,
				e.n_documents,
				...n ? [
					A(n[1]),
					A(n[2]),
					A(n[3])
				] : [
					"",
					"",
					""
				]
			];
		})
	};
}
function vs(e, t, n) {
	if (e === Fn.value?.dates[0]) return (e) => {
		let r = t[e]?.start ?? "", i = t[e + 1]?.start;
		q({
			view: "documents",
			document: null,
			word: null,
			groups: {},
			from: r,
			to: i ? ys(i) : "",
			...n
		});
	};
}
function ys(e) {
	let t = /* @__PURE__ */ new Date(`${e}T00:00:00Z`);
	return t.setUTCDate(t.getUTCDate() - 1), t.toISOString().slice(0, 10);
}
function bs({ answer: e }) {
	let t = ps(), n = t.length === 1, { column: r } = e, i = X("values", { column: r }).answer?.values ?? [], a = (t, n) => {
		let a = e.groups[n]?.group ?? "";
		i.includes(a) && q({
			view: "documents",
			topic: t,
			document: null,
			word: null,
			query: "",
			groups: { [r]: a },
			from: "",
			to: ""
		});
	};
	return /* @__PURE__ */ Z("div", {
		class: n ? "" : "multiples",
		children: t.map((t) => /* @__PURE__ */ Z(us, {
			title: `${t} ${K(t, n ? 5 : 2)}`,
			table: {
				head: [
					k(r),
					"documents",
					"share",
					"low",
					"high"
				],
				rows: e.groups.map((e) => {
					let n = ms(e.topics, t);
					return [
						k(e.group),
						e.n_documents,
						...n ? [
							A(n[1]),
							A(n[2]),
							A(n[3])
						] : [
							"",
							"",
							""
						]
					];
				})
			},
			children: /* @__PURE__ */ Z($o, {
				name: `Topic ${t} by ${k(r)}`,
				labelWidth: n ? 190 : 112,
				onSelect: i.length ? (e) => a(t, e) : void 0,
				bars: e.groups.map((e) => {
					let r = ms(e.topics, t);
					return {
						label: k(e.group).slice(0, n ? 24 : 11),
						n: e.n_documents,
						value: r?.[1] ?? 0,
						low: r?.[2] ?? 0,
						high: r?.[3] ?? 0,
						note: r ? A(r[1]) : ""
					};
				})
			})
		}, t))
	});
}
// src/views/documents.tsx
function xs({ documents: e, empty: t }) {
	return e.length ? /* @__PURE__ */ Z("ul", {
		class: "documents",
		children: e.map((e) => /* @__PURE__ */ Z("li", {
			class: qn() ? "choosable" : "",
			children: [qn() && /* @__PURE__ */ Z("input", {
				type: "checkbox",
				checked: wn.value.has(e.row),
				"aria-label": `Choose ${k(String(e.id))} for a new topic`,
				title: "Choose for a new topic",
				onChange: () => Ss(e.row)
			}), /* @__PURE__ */ Z("button", {
				type: "button",
				class: "document-choice",
				onClick: () => q({ document: e.row }),
				children: [
					e.title && /* @__PURE__ */ Z("span", {
						class: "title",
						children: O(e.title)
					}),
					/* @__PURE__ */ Z("span", {
						class: "id",
						children: k(String(e.id))
					}),
					e.snippet && /* @__PURE__ */ Z("span", {
						class: "snippet",
						children: /* @__PURE__ */ Z(Cs, {
							text: e.snippet,
							spans: e.spans ?? []
						})
					}),
					/* @__PURE__ */ Z("span", {
						class: "shares",
						children: e.shares.map(([e, t]) => /* @__PURE__ */ Z("span", { children: [
							/* @__PURE__ */ Z("b", { children: e }),
							" ",
							K(e, 2),
							" ",
							A(t, 0)
						] }, e))
					})
				]
			})]
		}, e.row))
	}) : /* @__PURE__ */ Z("p", {
		class: "empty",
		children: t
	});
}
function Ss(e) {
	let t = new Set(wn.value);
	t.delete(e) || t.add(e), wn.value = t;
}
function Cs({ text: e, spans: t }) {
	let n = [...e], r = (e, t) => O(n.slice(e, t).join("")), i = [], a = 0;
	for (let [e, n] of t) e > a && i.push(r(a, e)), i.push(/* @__PURE__ */ Z("mark", { children: r(e, n) }, e)), a = n;
	return i.push(r(a, n.length)), /* @__PURE__ */ Z(x, { children: i });
}
// src/views/one_document.tsx
var ws = 7;
function Ts({ row: e }) {
	let { answer: t, error: n } = X("document", {
		row: e,
		alone: !0
	}, Rn()), [r, i] = P(null);
	if (n) return /* @__PURE__ */ Z("p", {
		class: "error",
		children: n
	});
	if (!t) return /* @__PURE__ */ Z("p", {
		class: "empty",
		children: "Loading document…"
	});
	let a = new Map(t.shares.slice(0, ws).map(([e], t) => [e, t])), o = (e) => `c${a.get(e) ?? "x"}`, s = t.shares.slice(0, 8).filter(([, e]) => e >= 5e-4);
	return /* @__PURE__ */ Z("article", {
		class: "one document",
		"aria-label": `Document ${k(String(t.id))}`,
		children: [
			/* @__PURE__ */ Z("header", {
				class: "one-head",
				children: [/* @__PURE__ */ Z("h2", { children: t.title ? O(t.title) : k(String(t.id)) }), /* @__PURE__ */ Z("button", {
					type: "button",
					class: "close",
					onClick: () => q({ document: null }),
					children: "Close"
				})]
			}),
			/* @__PURE__ */ Z("p", {
				class: "facts",
				children: [
					t.title && /* @__PURE__ */ Z(x, { children: [k(String(t.id)), " · "] }),
					j(t.n_tokens),
					" tokens",
					Object.entries(t.metadata).filter(([, e]) => !t.title || e !== t.title).map(([e, t]) => /* @__PURE__ */ Z("span", { children: [
						" · ",
						k(e),
						" ",
						O(t === null ? "–" : String(t).slice(0, 200))
					] }, e))
				]
			}),
			/* @__PURE__ */ Z("div", {
				class: "columns reading",
				children: [/* @__PURE__ */ Z("div", { children: [
					/* @__PURE__ */ Z(Ds, {
						answer: t,
						colour: o,
						marked: r,
						onMark: i
					}),
					t.parts.length > 0 ? /* @__PURE__ */ Z(Os, {
						answer: t,
						colour: o,
						marked: r
					}) : /* @__PURE__ */ Z(js, { answer: t }),
					t.is_cut && /* @__PURE__ */ Z("p", {
						class: "note",
						children: "The text is longer; its beginning is shown."
					})
				] }), /* @__PURE__ */ Z("div", { children: [/* @__PURE__ */ Z(us, {
					title: "Topics of this document",
					table: {
						head: [
							"topic",
							"name",
							"share"
						],
						rows: t.shares.map(([e, t]) => [
							e,
							K(e),
							A(t)
						])
					},
					children: /* @__PURE__ */ Z($o, {
						name: "Topics of this document",
						labelWidth: 220,
						onSelect: (e) => q({
							topic: s[e]?.[0] ?? null,
							document: null,
							view: "topics"
						}),
						bars: s.map(([e, t]) => ({
							label: `${e}  ${K(e, 2)}`.slice(0, 34),
							value: t,
							note: A(t),
							topic: e
						}))
					})
				}), /* @__PURE__ */ Z(Es, { row: e })] })]
			})
		]
	});
}
function Es({ row: e }) {
	let { answer: t } = X("similar", { row: e }, Rn());
	return /* @__PURE__ */ Z("section", {
		class: "figure",
		"aria-label": "Similar documents",
		children: [/* @__PURE__ */ Z("header", { children: /* @__PURE__ */ Z("h3", { children: "Similar documents" }) }), t ? /* @__PURE__ */ Z(xs, {
			documents: t.documents,
			empty: "None found yet."
		}) : /* @__PURE__ */ Z("p", {
			class: "empty",
			children: "Loading…"
		})]
	});
}
function Ds({ answer: e, colour: t, marked: n, onMark: r }) {
	return /* @__PURE__ */ Z("p", {
		class: "legend",
		role: "group",
		"aria-label": "Show the words of one topic",
		children: e.shares.slice(0, ws).map(([e]) => /* @__PURE__ */ Z("button", {
			type: "button",
			class: `${t(e)}${W.value === e ? " hovered" : ""}`,
			"aria-pressed": n === e,
			...Vn(e),
			onClick: () => r(n === e ? null : e),
			children: [
				/* @__PURE__ */ Z("b", { children: e }),
				" ",
				K(e, 2)
			]
		}, e))
	});
}
function Os({ answer: e, colour: t, marked: n }) {
	let r = W.value;
	return /* @__PURE__ */ Z("p", {
		class: "text",
		dir: "auto",
		tabIndex: 0,
		role: "group",
		"aria-label": "Text; arrow keys move between words, Enter opens one",
		onKeyDown: As,
		onMouseOver: ks,
		onFocusIn: ks,
		onMouseLeave: () => {
			W.value = null;
		},
		onFocusOut: () => {
			W.value = null;
		},
		children: e.parts.map((e, i) => {
			if (e.length === 1) return O(e[0]);
			let [a, o, s, c] = e;
			return /* @__PURE__ */ Z("span", {
				class: `${n === null || n === s ? t(s) : ""}${r === s ? " hovered" : ""}`,
				"data-topic": s,
				role: "button",
				tabIndex: -1,
				title: `${s} ${K(s, 2)}: ${A(c, 0)}`,
				onClick: () => q({ word: o }),
				children: O(a)
			}, i);
		})
	});
}
function ks(e) {
	let t = e.target.dataset.topic;
	W.value = t === void 0 ? null : Number(t);
}
function As(e) {
	let t = [...e.currentTarget.querySelectorAll("span[role=button]")], n = t.indexOf(e.target), r = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
	r ? (e.preventDefault(), t[Math.max(0, n + r)]?.focus()) : e.key === "Enter" && t[n]?.click();
}
function js({ answer: e }) {
	return /* @__PURE__ */ Z(x, { children: [/* @__PURE__ */ Z("p", {
		class: "note",
		children: "The documents have no texts; these are their words."
	}), /* @__PURE__ */ Z("ul", {
		class: "counted",
		children: e.words.slice(0, 200).map(([e, t, n]) => /* @__PURE__ */ Z("li", {
			class: W.value === n ? "hovered" : "",
			children: [
				/* @__PURE__ */ Z("button", {
					type: "button",
					...Vn(n),
					onClick: () => q({ word: e }),
					children: k(e)
				}),
				" ",
				j(t),
				" ",
				/* @__PURE__ */ Z("span", {
					class: "muted",
					children: ["topic ", n]
				})
			]
		}, e))
	})] });
}
// src/views/steering.tsx
function Ms({ answer: e }) {
	let t = e.topic, [n, r] = P(null);
	if (!qn()) return null;
	let i = J.value;
	return /* @__PURE__ */ Z("section", {
		class: "figure steering",
		"aria-label": "Change this topic",
		children: [
			/* @__PURE__ */ Z("header", { children: /* @__PURE__ */ Z("h3", { children: "Change this topic" }) }),
			/* @__PURE__ */ Z(Fs, { topic: t }),
			/* @__PURE__ */ Z(Is, {
				title: "Held here",
				words: e.held,
				topic: t,
				busy: i
			}),
			/* @__PURE__ */ Z(Is, {
				title: "Removed",
				words: e.removed,
				topic: t,
				busy: i
			}),
			/* @__PURE__ */ Z("div", {
				class: "row",
				children: [
					/* @__PURE__ */ Z(Ns, {
						text: "Merge with",
						without: t,
						actions: [["Merge", (e) => Y({
							edit: "merge",
							topics: [t, e]
						})]]
					}, t),
					/* @__PURE__ */ Z("button", {
						type: "button",
						disabled: i,
						onClick: () => {
							B.value?.request("preview_split", { topic: t }).then(r, (e) => {
								U.value = e.message;
							});
						},
						children: "Split…"
					}),
					/* @__PURE__ */ Z("button", {
						type: "button",
						disabled: i,
						"aria-pressed": e.locked,
						onClick: () => void Y({
							edit: e.locked ? "unlock" : "lock",
							topics: [t]
						}),
						children: e.locked ? "Locked" : "Lock"
					}),
					/* @__PURE__ */ Z("button", {
						type: "button",
						disabled: i,
						onClick: () => {
							Y({
								edit: "delete",
								topic: t
							}).then((e) => e && q({ topic: null }));
						},
						children: "Delete"
					})
				]
			}),
			n && n.topic === t && /* @__PURE__ */ Z("div", {
				class: "split",
				role: "group",
				"aria-label": "Preview of the split",
				children: [n.parts.map((e, n) => /* @__PURE__ */ Z("p", { children: [
					/* @__PURE__ */ Z("b", { children: n === 0 ? `Stays in topic ${t}` : "New topic" }),
					" ",
					/* @__PURE__ */ Z("span", {
						class: "muted",
						children: A(e.share, 0)
					}),
					/* @__PURE__ */ Z("br", {}),
					e.words.map(k).join(" ")
				] }, n)), /* @__PURE__ */ Z("div", {
					class: "row",
					children: [/* @__PURE__ */ Z("button", {
						type: "button",
						class: "main",
						disabled: i,
						onClick: () => {
							Y({
								edit: "split",
								topic: t,
								preview: n.preview
							}), r(null);
						},
						children: "Split so"
					}), /* @__PURE__ */ Z("button", {
						type: "button",
						onClick: () => r(null),
						children: "Cancel"
					})]
				})]
			})
		]
	});
}
function Ns({ text: e, actions: t, without: n }) {
	let [r, i] = P(""), a = r !== "" && G.value.has(Number(r));
	return /* @__PURE__ */ Z("span", {
		class: "topic-action",
		children: [/* @__PURE__ */ Z("label", { children: [e, /* @__PURE__ */ Z("select", {
			disabled: J.value,
			value: a ? r : "",
			onChange: (e) => i(e.currentTarget.value),
			children: [/* @__PURE__ */ Z("option", {
				value: "",
				children: "choose a topic"
			}), [...G.value.keys()].filter((e) => e !== n).map((e) => /* @__PURE__ */ Z("option", {
				value: e,
				children: [
					e,
					" ",
					K(e)
				]
			}, e))]
		})] }), t.map(([e, t]) => /* @__PURE__ */ Z("button", {
			type: "button",
			disabled: J.value || !a,
			onClick: () => {
				t(Number(r)).then((e) => e && i(""));
			},
			children: e
		}, e))]
	});
}
var Ps = (e) => k(e) === e;
function Fs({ topic: e }) {
	let [t, n] = P(""), [r, i] = P([]), a = (e) => {
		n(e);
		let t = $n(e).pop() ?? "";
		t.length > 1 && B.value?.request("suggest", { prefix: t }).then((e) => i(e.words.filter(Ps)), () => i([]));
	}, o = $n(t), s = (t) => {
		o.length && Y(t === "stop" ? {
			edit: t,
			words: o
		} : {
			edit: t,
			topic: e,
			words: o
		}).then((e) => e && n(""));
	}, c = J.value || !o.length;
	return /* @__PURE__ */ Z("form", {
		class: "row",
		onSubmit: (e) => {
			e.preventDefault(), s("add");
		},
		children: [
			/* @__PURE__ */ Z("label", {
				class: "grow",
				children: [/* @__PURE__ */ Z("span", {
					class: "hidden",
					children: "Words to add or remove"
				}), /* @__PURE__ */ Z("input", {
					name: "words",
					list: "known-words",
					autocomplete: "off",
					maxLength: 300,
					placeholder: "Words to add or remove",
					value: t,
					onInput: (e) => a(e.currentTarget.value)
				})]
			}),
			/* @__PURE__ */ Z("datalist", {
				id: "known-words",
				children: r.map((e) => /* @__PURE__ */ Z("option", { value: e }, e))
			}),
			/* @__PURE__ */ Z("button", {
				type: "submit",
				disabled: c,
				children: "Add"
			}),
			/* @__PURE__ */ Z("button", {
				type: "button",
				disabled: c,
				onClick: () => s("remove"),
				children: "Remove"
			}),
			/* @__PURE__ */ Z("button", {
				type: "button",
				disabled: c,
				title: "Ignore the words in all topics",
				onClick: () => s("stop"),
				children: "Stop everywhere"
			})
		]
	});
}
function Is({ title: e, words: t, topic: n, busy: r }) {
	return t.length ? /* @__PURE__ */ Z("p", {
		class: "chips",
		children: [
			/* @__PURE__ */ Z("span", {
				class: "muted",
				children: e
			}),
			t.slice(0, 30).map((e) => /* @__PURE__ */ Z("button", {
				type: "button",
				disabled: r,
				"aria-label": `${k(e)} ×: let the documents decide again`,
				title: "Let the documents decide again",
				onClick: () => void Y({
					edit: "allow",
					topic: n,
					words: [e]
				}),
				children: [k(e), " ×"]
			}, e)),
			t.length > 30 && /* @__PURE__ */ Z("span", {
				class: "muted",
				children: [
					"and ",
					t.length - 30,
					" more"
				]
			})
		]
	}) : null;
}
function Ls({ word: e }) {
	let t = H.value.topic;
	if (!qn()) return null;
	let n = (t) => (n) => Y({
		edit: t,
		topic: n,
		words: [e]
	});
	return /* @__PURE__ */ Z("div", {
		class: "row steering",
		children: [
			t !== null && G.value.has(t) && /* @__PURE__ */ Z("button", {
				type: "button",
				class: "main",
				disabled: J.value,
				onClick: () => void Y({
					edit: "remove",
					topic: t,
					words: [e]
				}),
				children: ["Remove from topic ", t]
			}),
			/* @__PURE__ */ Z(Ns, {
				text: "Topic",
				actions: [["Add to it", n("add")], ["Remove from it", n("remove")]]
			}, e),
			/* @__PURE__ */ Z("button", {
				type: "button",
				disabled: J.value,
				onClick: () => void Y({
					edit: "stop",
					words: [e]
				}),
				children: "Stop everywhere"
			})
		]
	});
}
function Rs() {
	let e = G.value.size;
	return qn() ? /* @__PURE__ */ Z(x, { children: [/* @__PURE__ */ Z("button", {
		type: "button",
		disabled: J.value || e < 2,
		title: "The two most similar topics are merged",
		onClick: () => void Y({
			edit: "topics",
			n_topics: e - 1
		}),
		children: "One fewer"
	}), /* @__PURE__ */ Z("button", {
		type: "button",
		disabled: J.value,
		title: "A topic is added, which training fills",
		onClick: () => void Y({
			edit: "topics",
			n_topics: e + 1
		}),
		children: "One more"
	})] }) : null;
}
function zs() {
	let [e, t] = P(""), [n, r] = P(!1);
	if (!qn()) return null;
	let i = [...wn.value], a = (e) => {
		if (!e) return;
		t(""), r(!1), wn.value = /* @__PURE__ */ new Set();
		let n = e.topics[e.topics.length - 1];
		n !== void 0 && setTimeout(() => q({
			view: "topics",
			topic: n,
			document: null,
			word: null
		}), 400);
	};
	return /* @__PURE__ */ Z("div", {
		class: "new-topic",
		children: [/* @__PURE__ */ Z("div", {
			class: "row",
			children: [
				/* @__PURE__ */ Z("button", {
					type: "button",
					"aria-expanded": n,
					onClick: () => r(!n),
					children: "New topic"
				}),
				/* @__PURE__ */ Z(Rs, {}),
				i.length > 0 && /* @__PURE__ */ Z("button", {
					type: "button",
					class: "main",
					disabled: J.value,
					onClick: () => {
						Y({
							edit: "create",
							rows: i
						}).then(a);
					},
					children: [
						"From ",
						i.length,
						" ",
						i.length === 1 ? "document" : "documents"
					]
				})
			]
		}), n && /* @__PURE__ */ Z("form", {
			class: "row",
			onSubmit: (t) => {
				t.preventDefault();
				let n = $n(e);
				n.length && Y({
					edit: "create",
					words: n
				}).then(a);
			},
			children: [/* @__PURE__ */ Z("label", {
				class: "grow",
				children: [/* @__PURE__ */ Z("span", {
					class: "hidden",
					children: "Words of the new topic"
				}), /* @__PURE__ */ Z("input", {
					name: "new-words",
					placeholder: "Words of the new topic",
					maxLength: 300,
					value: e,
					onInput: (e) => t(e.currentTarget.value)
				})]
			}), /* @__PURE__ */ Z("button", {
				type: "submit",
				disabled: J.value,
				children: "Create"
			})]
		})]
	});
}
// src/views/topic_list.tsx
function Bs() {
	let e = An.value, { lambda: t, order: n } = H.value;
	return /* @__PURE__ */ Z("aside", {
		class: "topics",
		"aria-label": "Topics",
		children: [
			/* @__PURE__ */ Z("div", {
				class: "list-head",
				children: [
					/* @__PURE__ */ Z("h2", { children: e.length ? `${e.length} topics` : "Topics" }),
					/* @__PURE__ */ Z("label", {
						class: "order",
						children: [/* @__PURE__ */ Z("span", { children: "Order" }), /* @__PURE__ */ Z("select", {
							value: n,
							onChange: (e) => q({ order: e.currentTarget.value }),
							children: [
								/* @__PURE__ */ Z("option", {
									value: "number",
									children: "by number"
								}),
								/* @__PURE__ */ Z("option", {
									value: "share",
									children: "by share"
								}),
								/* @__PURE__ */ Z("option", {
									value: "coherence",
									children: "by coherence"
								})
							]
						})]
					}),
					/* @__PURE__ */ Z("label", {
						class: "relevance",
						children: [
							/* @__PURE__ */ Z("span", {
								title: "Frequent words of the topic, or words that only this topic has",
								children: "Words"
							}),
							/* @__PURE__ */ Z("span", {
								class: "end",
								children: "specific"
							}),
							/* @__PURE__ */ Z("input", {
								type: "range",
								min: "0",
								max: "1",
								step: "0.05",
								value: t,
								"aria-label": "Relevance: specific to frequent words",
								"aria-valuetext": `lambda ${t}`,
								onInput: (e) => q({ lambda: Number(e.currentTarget.value) })
							}),
							/* @__PURE__ */ Z("span", {
								class: "end",
								children: "frequent"
							})
						]
					}),
					/* @__PURE__ */ Z(zs, {}),
					/* @__PURE__ */ Z("p", {
						class: "key",
						"aria-hidden": "true",
						children: B.value?.canTrain ? "share, its history · coherence, stability" : "share · coherence"
					})
				]
			}),
			!e.length && /* @__PURE__ */ Z("p", {
				class: "empty",
				children: V.value?.phase === "failed" ? "" : "The first topics appear here in a moment."
			}),
			/* @__PURE__ */ Z("ol", {
				onKeyDown: (e) => {
					let t = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
					if (!t || !(e.target instanceof HTMLElement) || !e.target.matches(".topic-choice")) return;
					e.preventDefault();
					let n = [...e.currentTarget.querySelectorAll(".topic-choice")];
					n[n.indexOf(e.target) + t]?.focus();
				},
				children: e.map((e) => /* @__PURE__ */ Z(Vs, {
					topic: e.topic,
					name: e.name,
					words: e.words.map(k).join(" "),
					share: A(e.share),
					coherence: e.coherence === null ? "" : e.coherence.toFixed(2),
					stability: e.stability === null ? "" : A(e.stability, 0),
					isLocked: e.locked,
					isSelected: H.value.topic === e.topic,
					isHovered: W.value === e.topic
				}, e.topic))
			})
		]
	});
}
function Vs({ topic: e, name: t, words: n, share: r, coherence: i, stability: a, isLocked: o, isSelected: s, isHovered: c }) {
	let [l, u] = P(!1), d = F(null), f = F(!1);
	Et(() => {
		f.current && !l && d.current?.focus(), f.current = l;
	}, [l]);
	let p = s && !l && !Nn.value && B.value?.canEdit;
	return /* @__PURE__ */ Z("li", {
		class: `${s ? "selected" : ""}${c ? " hovered" : ""}${p ? " renamable" : ""}`,
		children: [l ? /* @__PURE__ */ Z(Us, {
			topic: e,
			onEnd: () => u(!1)
		}) : /* @__PURE__ */ Z("button", {
			type: "button",
			ref: d,
			class: "topic-choice",
			"aria-pressed": s,
			...Vn(e),
			onClick: () => q({
				view: "topics",
				topic: s ? null : e,
				word: null,
				document: null
			}),
			children: [
				/* @__PURE__ */ Z("span", {
					class: "number",
					children: [e, o && /* @__PURE__ */ Z("span", {
						class: "lock",
						title: "Locked",
						children: ["🔒", /* @__PURE__ */ Z("span", {
							class: "hidden",
							children: "locked"
						})]
					})]
				}),
				/* @__PURE__ */ Z("span", {
					class: "what",
					children: [t && /* @__PURE__ */ Z("strong", { children: O(t) }), /* @__PURE__ */ Z("span", {
						class: "words",
						children: n
					})]
				}),
				/* @__PURE__ */ Z("span", {
					class: "figures",
					children: [
						/* @__PURE__ */ Z("span", {
							class: "share",
							children: r
						}),
						B.value?.canTrain && /* @__PURE__ */ Z(Hs, { topic: e }),
						/* @__PURE__ */ Z("span", {
							class: "quality",
							children: [/* @__PURE__ */ Z("span", {
								title: "Coherence: NPMI of the ten most probable words",
								children: i
							}), /* @__PURE__ */ Z("span", {
								title: "Stability: top words that were there at the last measurement",
								children: a
							})]
						})
					]
				})
			]
		}), p && /* @__PURE__ */ Z("button", {
			type: "button",
			class: "rename",
			onClick: () => u(!0),
			children: "Rename"
		})]
	});
}
function Hs({ topic: e }) {
	return /* @__PURE__ */ Z(Jo, { values: Cn.value.get(e) ?? [0] });
}
function Us({ topic: e, onEnd: t }) {
	let n = G.value.get(e), r = O(n?.name ?? ""), i = (n) => {
		n !== r && B.value?.request("rename", {
			topic: e,
			name: n
		}).catch((e) => {
			U.value = e.message;
		}), t();
	};
	return /* @__PURE__ */ Z("form", {
		class: "name",
		onSubmit: (e) => {
			e.preventDefault(), i(String(new FormData(e.currentTarget).get("name") ?? "").trim());
		},
		children: [
			/* @__PURE__ */ Z("label", { children: [/* @__PURE__ */ Z("span", {
				class: "hidden",
				children: ["Name of topic ", e]
			}), /* @__PURE__ */ Z("input", {
				name: "name",
				maxLength: 100,
				defaultValue: r,
				placeholder: n?.words.slice(0, 3).map(k).join(" ") ?? "",
				ref: (e) => e?.focus(),
				onKeyDown: (e) => {
					e.key === "Escape" && (e.stopPropagation(), t());
				}
			})] }),
			/* @__PURE__ */ Z("button", {
				type: "submit",
				children: "Save"
			}),
			/* @__PURE__ */ Z("button", {
				type: "button",
				onClick: t,
				children: "Cancel"
			})
		]
	});
}
// src/views/topic_map.tsx
var Ws = 34, Gs = 15;
function Ks() {
	let e = F(null), t = On.value;
	Sn.value ? e.current ??= new Map(t.map((e) => [e.topic, [e.x, e.y]])) : e.current = null;
	let n = t.map((t) => e.current?.get(t.topic) ?? [t.x, t.y]), r = H.value.topic;
	return /* @__PURE__ */ Z(us, {
		title: "Topic map",
		table: () => ({
			head: [
				"topic",
				"name",
				"share",
				"x",
				"y"
			],
			rows: t.map((e, t) => [
				e.topic,
				K(e.topic),
				A(e.share),
				(n[t]?.[0] ?? 0).toFixed(3),
				(n[t]?.[1] ?? 0).toFixed(3)
			])
		}),
		note: "Topics with similar words are close together. Area: share of all tokens.",
		controls: /* @__PURE__ */ Z("label", {
			class: "freeze",
			children: [/* @__PURE__ */ Z("input", {
				type: "checkbox",
				checked: Sn.value,
				onChange: (e) => {
					Sn.value = e.currentTarget.checked;
				}
			}), " Freeze"]
		}),
		children: /* @__PURE__ */ Z(Ko, {
			most: 900,
			children: (e) => {
				let i = Math.round(Math.max(260, e * .62)), [a, o] = Zs(n, e, i), s = to([0, Math.max(.02, ...t.map((e) => e.share))], [0, Math.min(Ws, e / 18)]), c = n.map((e, n) => ({
					topic: t[n],
					cx: Xs(a(e[0] ?? 0)),
					cy: Xs(o(e[1] ?? 0)),
					r: Xs(s(t[n]?.share ?? 0))
				})).sort((e, t) => t.r - e.r), l = Js(c);
				return /* @__PURE__ */ Z("svg", {
					class: `chart map${zn.value ? " moving" : ""}`,
					width: e,
					height: i,
					viewBox: `0 0 ${e} ${i}`,
					role: "group",
					"aria-label": "Topic map",
					children: [c.map(({ topic: { topic: e, share: t }, cx: n, cy: i, r: a }) => /* @__PURE__ */ Z(Ys, {
						topic: e,
						share: A(t),
						cx: n,
						cy: i,
						r: a,
						isChosen: r === e,
						isHovered: W.value === e
					}, e)), /* @__PURE__ */ Z("g", {
						"aria-hidden": "true",
						children: c.filter((e) => l.has(e.topic.topic)).map(({ topic: e, cx: t, cy: n, r }) => /* @__PURE__ */ Z("text", {
							class: "tick",
							"text-anchor": "middle",
							x: t,
							y: n + Math.max(r, 5) + Gs - 3,
							children: qs(e)
						}, e.topic))
					})]
				});
			}
		})
	});
}
var qs = (e) => K(e.topic, 1).slice(0, 18);
function Js(e) {
	let t = e.map(({ cx: e, cy: t, r: n }) => ({
		left: e - .7 * n,
		right: e + .7 * n,
		top: t - n,
		bottom: t + .7 * n
	})), n = /* @__PURE__ */ new Set();
	for (let r of e) {
		let e = 3.6 * qs(r.topic).length, i = r.cy + Math.max(r.r, 5), a = {
			left: r.cx - e,
			right: r.cx + e,
			top: i,
			bottom: i + Gs
		};
		t.some((e) => a.left < e.right && e.left < a.right && a.top < e.bottom && e.top < a.bottom) || (t.push(a), n.add(r.topic.topic));
	}
	return n;
}
function Ys({ topic: e, share: t, cx: n, cy: r, r: i, isChosen: a, isHovered: o }) {
	let s = () => q({
		topic: a ? null : e,
		word: null,
		document: null
	});
	return /* @__PURE__ */ Z("g", {
		class: `circle${a ? " chosen" : ""}${o ? " hovered" : ""}`,
		style: { transform: `translate(${n}px, ${r}px)` },
		role: "button",
		tabindex: 0,
		"aria-pressed": a,
		"aria-label": `Topic ${e}: ${K(e)}, ${t}`,
		...Vn(e),
		onClick: s,
		onKeyDown: (e) => {
			(e.key === "Enter" || e.key === " ") && (e.preventDefault(), s());
		},
		children: [
			/* @__PURE__ */ Z("title", { children: `${e}: ${K(e, 6)}` }),
			/* @__PURE__ */ Z("circle", { r: Math.max(i, 5) }),
			/* @__PURE__ */ Z("text", {
				"text-anchor": "middle",
				"dominant-baseline": "central",
				children: e
			})
		]
	});
}
var Xs = (e) => Math.round(2 * e) / 2;
function Zs(e, t, n) {
	let [r = 0, i = 1] = hr(e, (e) => e[0]), [a = 0, o = 1] = hr(e, (e) => e[1]), s = Math.max((i - r) / (t - 106), (o - a) / (n - 106), 1e-6), c = (r + i) / 2, l = (a + o) / 2;
	return [Ya([c, c + s], [t / 2, t / 2 + 1]), Ya([l, l + s], [n / 2, n / 2 + 1])];
}
// src/views/one_topic.tsx
function Qs({ topic: e }) {
	let t = H.value.uncertain, [n, r] = P(null), i = n === e, a = (t) => r(t ? e : null), { answer: o, error: s } = X("topic", {
		topic: e,
		lambda: H.value.lambda,
		words: 24,
		uncertain: t
	}, Rn());
	if (s) return /* @__PURE__ */ Z("p", {
		class: "error",
		children: s
	});
	if (!o || !G.value.has(e)) return /* @__PURE__ */ Z("p", {
		class: "empty",
		children: [
			"Loading topic ",
			e,
			"…"
		]
	});
	let c = o.words.filter((e) => e.share > 0), l = {
		head: [
			"word",
			"share of the topic",
			"tokens in the topic",
			"tokens in all topics"
		],
		rows: c.map((e) => [
			k(e.word),
			A(e.share, 2),
			j(e.count),
			j(e.total)
		])
	};
	return /* @__PURE__ */ Z("article", {
		class: "one",
		"aria-label": `Topic ${e}`,
		children: [
			/* @__PURE__ */ Z("header", {
				class: "one-head",
				children: [i ? /* @__PURE__ */ Z(Us, {
					topic: e,
					onEnd: () => a(!1)
				}) : /* @__PURE__ */ Z(x, { children: [/* @__PURE__ */ Z("h2", { children: [
					/* @__PURE__ */ Z("span", {
						class: "number",
						children: e
					}),
					" ",
					K(e)
				] }), qn() && /* @__PURE__ */ Z("button", {
					type: "button",
					onClick: () => a(!0),
					children: Bn(e)?.name ? "Change name" : "Name"
				})] }), /* @__PURE__ */ Z("button", {
					type: "button",
					class: "close",
					onClick: () => q({ topic: null }),
					children: "Close"
				})]
			}),
			/* @__PURE__ */ Z($s, {
				topic: e,
				share: A(o.share)
			}),
			/* @__PURE__ */ Z("div", {
				class: "columns",
				children: [/* @__PURE__ */ Z("div", { children: [
					/* @__PURE__ */ Z(us, {
						title: "Words",
						table: l,
						note: "Strong: tokens of this topic. Faint: tokens of all topics. Select a word to read where it occurs, or to remove it.",
						children: /* @__PURE__ */ Z($o, {
							name: `Words of topic ${e}`,
							bars: c.map((e) => ({
								label: k(e.word).slice(0, 20),
								value: e.count,
								ground: e.total,
								note: A(e.share)
							})),
							onSelect: (e) => q({ word: c[e]?.word ?? null })
						})
					}),
					/* @__PURE__ */ Z(Ms, { answer: o }),
					/* @__PURE__ */ Z(ec, { topic: e }),
					/* @__PURE__ */ Z(Ks, {})
				] }), /* @__PURE__ */ Z("div", { children: [/* @__PURE__ */ Z("section", {
					class: "figure",
					"aria-label": "Documents",
					children: [/* @__PURE__ */ Z("header", { children: [/* @__PURE__ */ Z("h3", { children: "Documents" }), /* @__PURE__ */ Z("span", {
						class: "tools",
						children: [/* @__PURE__ */ Z("button", {
							type: "button",
							"aria-pressed": !t,
							onClick: () => q({ uncertain: !1 }),
							children: "Most typical"
						}), /* @__PURE__ */ Z("button", {
							type: "button",
							"aria-pressed": t,
							onClick: () => q({ uncertain: !0 }),
							children: "Most uncertain"
						})]
					})] }), /* @__PURE__ */ Z(xs, {
						documents: o.documents,
						empty: Nn.value ? "Documents appear when all of them have been read." : "None found yet."
					})]
				}), /* @__PURE__ */ Z("section", {
					class: "figure",
					"aria-label": "Related topics",
					children: [/* @__PURE__ */ Z("header", { children: /* @__PURE__ */ Z("h3", { children: "Related topics" }) }), /* @__PURE__ */ Z("ul", {
						class: "related",
						children: o.related.slice(0, 5).map((e) => /* @__PURE__ */ Z("li", { children: /* @__PURE__ */ Z("button", {
							type: "button",
							class: W.value === e.topic ? "hovered" : "",
							...Vn(e.topic),
							onClick: () => q({ topic: e.topic }),
							children: [
								/* @__PURE__ */ Z("span", {
									class: "number",
									children: e.topic
								}),
								" ",
								K(e.topic, 4),
								/* @__PURE__ */ Z("span", {
									class: "end",
									children: [A(e.similarity, 0), " alike"]
								})
							]
						}) }, e.topic))
					})]
				})] })]
			})
		]
	});
}
function $s({ topic: e, share: t }) {
	let n = Bn(e);
	return /* @__PURE__ */ Z("p", {
		class: "facts",
		children: [
			t,
			" of all tokens",
			n && n.coherence !== null && /* @__PURE__ */ Z(x, { children: [" · coherence ", n.coherence.toFixed(2)] }),
			n && n.stability !== null && /* @__PURE__ */ Z(x, { children: [" · stability ", A(n.stability, 0)] })
		]
	});
}
function ec({ topic: e }) {
	let t = (Fn.value?.dates.length ?? 0) > 0, { answer: n } = X("time", t ? {} : null, Rn());
	return !t || !n ? null : /* @__PURE__ */ Z(us, {
		title: "Over time",
		note: `Mean share per ${n.every}, with its 95% interval. Select a period to read its documents.`,
		table: () => _s(n, e),
		children: /* @__PURE__ */ Z(Zo, {
			name: `Topic ${e} over time`,
			points: gs(n, e),
			format: (e) => A(e, 0),
			onSelect: vs(n.column, n.periods, {
				topic: e,
				query: ""
			})
		})
	});
}
// src/views/one_word.tsx
function tc({ word: e }) {
	let { answer: t, error: n } = X("word", { word: e }, Rn()), r = /* @__PURE__ */ Z("header", {
		class: "one-head",
		children: [/* @__PURE__ */ Z("h2", { children: [
			"“",
			k(e),
			"”"
		] }), /* @__PURE__ */ Z("button", {
			type: "button",
			class: "close",
			onClick: () => q({ word: null }),
			children: "Close"
		})]
	});
	if (n || !t) return /* @__PURE__ */ Z("article", {
		class: "one",
		"aria-label": "Word",
		children: [r, /* @__PURE__ */ Z("p", {
			class: n ? "error" : "empty",
			children: n || "Loading…"
		})]
	});
	let i = t.topics.filter((e) => e.share >= .005).slice(0, 12), a = t.trend;
	return /* @__PURE__ */ Z("article", {
		class: "one",
		"aria-label": `Word ${k(e)}`,
		children: [
			r,
			/* @__PURE__ */ Z("p", {
				class: "facts",
				children: [
					A(t.share, 3),
					" of all tokens",
					t.n_documents !== null && /* @__PURE__ */ Z(x, { children: [
						" · in ",
						j(t.n_documents),
						" documents"
					] })
				]
			}),
			/* @__PURE__ */ Z(Ls, { word: e }),
			/* @__PURE__ */ Z("div", {
				class: "columns",
				children: [/* @__PURE__ */ Z("div", { children: [/* @__PURE__ */ Z(us, {
					title: "Topics of the word",
					note: "How the tokens of the word are divided among topics.",
					table: {
						head: [
							"topic",
							"name",
							"share of the word",
							"probability in the topic",
							"rank"
						],
						rows: t.topics.map((e) => [
							e.topic,
							K(e.topic),
							A(e.share),
							A(e.probability, 3),
							e.rank
						])
					},
					children: /* @__PURE__ */ Z($o, {
						name: `Topics of ${k(e)}`,
						labelWidth: 220,
						bars: i.map((e) => ({
							label: `${e.topic}  ${K(e.topic, 2)}`.slice(0, 34),
							value: e.share,
							note: A(e.share)
						})),
						onSelect: (e) => q({
							topic: i[e]?.topic ?? null,
							word: null,
							view: "topics"
						})
					})
				}), a && /* @__PURE__ */ Z(us, {
					title: "Documents with the word",
					note: `Share of the documents per ${a.every}. Select a period to read them.`,
					table: {
						head: [
							a.every,
							"documents",
							"with the word"
						],
						rows: a.periods.map((e) => [
							e.start,
							e.n_documents,
							e.n_found
						])
					},
					children: /* @__PURE__ */ Z(Zo, {
						name: `Documents with ${k(e)}`,
						onSelect: vs(a.column, a.periods, {
							topic: null,
							query: `"${e}"`
						}),
						format: (e) => A(e, +(e < .05)),
						points: a.periods.map((e) => ({
							label: Ie(e.start, a.every),
							value: e.n_documents ? e.n_found / e.n_documents : null,
							title: `${Ie(e.start, a.every)}: ${j(e.n_found)} of ${j(e.n_documents)} documents`
						}))
					})
				})] }), /* @__PURE__ */ Z("section", {
					class: "figure",
					"aria-label": "In context",
					children: [
						/* @__PURE__ */ Z("header", { children: /* @__PURE__ */ Z("h3", { children: "In context" }) }),
						t.contexts.length === 0 && /* @__PURE__ */ Z("p", {
							class: "empty",
							children: "No text contains it yet."
						}),
						/* @__PURE__ */ Z("ul", {
							class: "contexts",
							children: t.contexts.map((e) => /* @__PURE__ */ Z("li", { children: /* @__PURE__ */ Z("button", {
								type: "button",
								onClick: () => q({
									document: e.row,
									word: null
								}),
								children: [
									/* @__PURE__ */ Z("span", {
										class: "before",
										children: /* @__PURE__ */ Z("bdi", { children: O(e.before) })
									}),
									/* @__PURE__ */ Z("mark", { children: O(e.word) }),
									/* @__PURE__ */ Z("span", {
										class: "after",
										children: O(e.after)
									})
								]
							}) }, e.row))
						})
					]
				})]
			})
		]
	});
}
// src/views/search.tsx
var nc = 30, rc = 8;
function ic() {
	let [e, t] = P(H.value.query), n = F(H.value.query), r = F(-30), i = F(void 0), [a, o] = P(20), s = (e) => {
		n.current = e, e !== H.value.query && q({ query: e });
	}, c = (e) => {
		let n = performance.now(), a = n - r.current >= nc;
		r.current = n, t(e), clearTimeout(i.current), a ? s(e) : i.current = setTimeout(() => s(e), nc);
	};
	Tt(() => () => clearTimeout(i.current), []), Tt(() => {
		H.value.query !== n.current && t(H.value.query);
	}, [H.value.query]);
	let [l, u] = P(!1), { query: d, topic: f, from: p, to: m } = H.value, h = Fn.value?.groups ?? [], g = (Fn.value?.dates.length ?? 0) > 0, _ = Object.fromEntries(Object.entries(H.value.groups).filter(([e, t]) => t !== "" && h.includes(e))), v = !d.trim() && f === null && !Object.keys(_).length && !p && !m, y = {
		query: d,
		limit: a,
		least: d.trim() ? .2 : .01,
		groups: _,
		topic: f,
		from: g && p || null,
		to: g && m || null
	}, { answer: b, error: S } = X("search", v || !Fn.value ? null : y, Rn());
	return /* @__PURE__ */ Z("article", {
		class: "search",
		"aria-label": "Search",
		children: [
			/* @__PURE__ */ Z("form", {
				onSubmit: (e) => e.preventDefault(),
				role: "search",
				children: [/* @__PURE__ */ Z("label", {
					class: "query",
					children: [/* @__PURE__ */ Z("span", {
						class: "hidden",
						children: "Search in documents"
					}), /* @__PURE__ */ Z("input", {
						id: "query",
						type: "search",
						value: e,
						placeholder: "Words, or \"words in this order\"",
						maxLength: 500,
						onInput: (e) => c(e.currentTarget.value)
					})]
				}), /* @__PURE__ */ Z("div", {
					class: "filters",
					children: [
						/* @__PURE__ */ Z("label", { children: ["Topic", /* @__PURE__ */ Z("select", {
							value: f === null ? "" : String(f),
							onChange: (e) => q({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) }),
							children: [/* @__PURE__ */ Z("option", {
								value: "",
								children: "any"
							}), [...G.value.keys()].map((e) => /* @__PURE__ */ Z("option", {
								value: e,
								children: [
									e,
									" ",
									K(e, 2)
								]
							}, e))]
						})] }),
						h.filter((e, t) => l || t < rc || e in _).map((e) => /* @__PURE__ */ Z(ac, { column: e }, e)),
						h.length > rc && !l && /* @__PURE__ */ Z("button", {
							type: "button",
							onClick: () => u(!0),
							children: [
								"All ",
								h.length,
								" filters"
							]
						}),
						g && /* @__PURE__ */ Z(x, { children: [/* @__PURE__ */ Z("label", { children: ["From ", /* @__PURE__ */ Z("input", {
							type: "date",
							value: p,
							onChange: (e) => q({ from: e.currentTarget.value })
						})] }), /* @__PURE__ */ Z("label", { children: ["To ", /* @__PURE__ */ Z("input", {
							type: "date",
							value: m,
							onChange: (e) => q({ to: e.currentTarget.value })
						})] })] })
					]
				})]
			}),
			/* @__PURE__ */ Z(oc, {}),
			S && /* @__PURE__ */ Z("p", {
				class: "error",
				children: S
			}),
			v && /* @__PURE__ */ Z("p", {
				class: "empty",
				children: "Type words, or choose a topic, to find documents."
			}),
			!v && b && /* @__PURE__ */ Z(x, { children: [
				/* @__PURE__ */ Z("p", {
					class: "note",
					role: "status",
					children: [
						b.hits.length ? `${b.more ? "The first " : ""}${j(b.hits.length)} ${b.hits.length === 1 ? "document" : "documents"}` : "No document matches",
						b.is_ranked === !1 && b.hits.length ? ", in the order of the files" : "",
						f !== null && d.trim() !== "" && /* @__PURE__ */ Z(x, { children: [
							`, in topic ${f} only.`,
							" ",
							/* @__PURE__ */ Z("button", {
								type: "button",
								onClick: () => q({ topic: null }),
								children: "Search all topics"
							})
						] })
					]
				}),
				/* @__PURE__ */ Z(xs, {
					documents: b.hits,
					empty: ""
				}),
				b.more && a < 200 && /* @__PURE__ */ Z("button", {
					type: "button",
					onClick: () => o(Math.min(200, a * 2)),
					children: "More"
				})
			] })
		]
	});
}
function ac({ column: e }) {
	let { answer: t } = X("values", { column: e }), n = H.value.groups[e] ?? "", r = t?.values ?? [], i = n && !r.includes(n) ? [n, ...r] : r;
	return /* @__PURE__ */ Z("label", { children: [k(e), /* @__PURE__ */ Z("select", {
		value: n ? i.indexOf(n) + 1 : 0,
		onChange: (t) => q({ groups: {
			...H.value.groups,
			[e]: i[Number(t.currentTarget.value) - 1] ?? ""
		} }),
		children: [/* @__PURE__ */ Z("option", {
			value: 0,
			children: "any"
		}), i.map((e, t) => /* @__PURE__ */ Z("option", {
			value: t + 1,
			children: k(e)
		}, e))]
	})] });
}
function oc() {
	let e = V.value;
	return /* @__PURE__ */ Z(x, { children: [e && e.n_documents !== null && e.n_indexed < e.n_documents && !e.is_preview && /* @__PURE__ */ Z("p", {
		class: "note",
		children: [A(e.n_indexed / e.n_documents, 0), " of the documents can be searched so far."]
	}), e && bn.value !== null && /* @__PURE__ */ Z("p", {
		class: "note",
		children: [
			"This searches the ",
			j(bn.value),
			" documents in this file, of ",
			j(e.n_documents ?? 0),
			"."
		]
	})] });
}
// src/views/training.tsx
var sc = [
	["topics.csv", "Topics, CSV"],
	["topics.json", "Topics, JSON"],
	["documents.csv", "Topics of the documents, CSV"],
	["documents.parquet", "Topics of the documents, Parquet"],
	["model.safetensors", "Model"],
	["edits.json", "Edits, JSON"]
];
function cc() {
	let e = V.value, { answer: t } = X("training", {}, Rn()), n = e?.progress.training, r = t?.history ?? [], i = r.filter((e) => e.score !== null);
	return /* @__PURE__ */ Z("article", {
		class: "training",
		"aria-label": "Training",
		children: [
			/* @__PURE__ */ Z("section", {
				class: "figure",
				children: [
					/* @__PURE__ */ Z("header", { children: /* @__PURE__ */ Z("h3", { children: "Training" }) }),
					n ? /* @__PURE__ */ Z("dl", {
						class: "numbers",
						children: [
							/* @__PURE__ */ Z("div", { children: [/* @__PURE__ */ Z("dt", { children: "passes" }), /* @__PURE__ */ Z("dd", { children: [n.passes, n.of_passes !== null && ` of ${n.of_passes}`] })] }),
							/* @__PURE__ */ Z("div", { children: [/* @__PURE__ */ Z("dt", { children: "documents visited" }), /* @__PURE__ */ Z("dd", { children: j(n.documents) })] }),
							/* @__PURE__ */ Z("div", { children: [/* @__PURE__ */ Z("dt", { children: "documents per second" }), /* @__PURE__ */ Z("dd", { children: j(n.documents_per_second) })] }),
							/* @__PURE__ */ Z("div", { children: [/* @__PURE__ */ Z("dt", { children: "tokens per second" }), /* @__PURE__ */ Z("dd", { children: j(n.tokens_per_second) })] }),
							/* @__PURE__ */ Z("div", { children: [/* @__PURE__ */ Z("dt", { children: "time" }), /* @__PURE__ */ Z("dd", { children: Fe(n.seconds) })] }),
							/* @__PURE__ */ Z("div", { children: [/* @__PURE__ */ Z("dt", { children: "held-out score per token" }), /* @__PURE__ */ Z("dd", { children: n.score === null ? "–" : n.score.toFixed(4) })] })
						]
					}) : /* @__PURE__ */ Z("p", {
						class: "empty",
						children: e?.phase === "done" ? "This model was trained before." : "Training has not begun."
					}),
					/* @__PURE__ */ Z("div", {
						class: "row controls",
						role: "group",
						"aria-label": "Control training",
						children: [
							/* @__PURE__ */ Z(dc, {}),
							/* @__PURE__ */ Z("span", {
								class: "muted",
								children: [G.value.size, " topics"]
							}),
							/* @__PURE__ */ Z(Rs, {})
						]
					})
				]
			}),
			/* @__PURE__ */ Z(uc, {}),
			i.length > 1 && /* @__PURE__ */ Z(us, {
				title: "Held-out score",
				note: "Log-likelihood per token of documents that the model does not learn from. Higher is better.",
				table: {
					head: [
						"passes",
						"documents",
						"seconds",
						"score"
					],
					rows: i.map((e) => [
						e.passes,
						e.documents,
						e.seconds.toFixed(2),
						(e.score ?? 0).toFixed(4)
					])
				},
				children: /* @__PURE__ */ Z(Zo, {
					name: "Held-out score",
					height: 260,
					fromZero: !1,
					format: (e) => e.toFixed(2),
					points: i.map((e) => ({
						label: `${e.passes}`,
						value: e.score
					}))
				})
			}),
			/* @__PURE__ */ Z(lc, { history: r })
		]
	});
}
function lc({ history: e }) {
	let t = [...G.value.keys()], n = Tn(e);
	return e.length < 2 || !t.length ? null : /* @__PURE__ */ Z(us, {
		title: "Shares of the topics",
		note: "The history of each topic in the list: its share of all tokens since training began.",
		table: () => ({
			head: [
				"passes",
				"documents",
				"seconds",
				...t.map((e) => `topic ${e}`)
			],
			rows: e.map((e) => [
				e.passes,
				e.documents,
				e.seconds.toFixed(2),
				...t.map((t) => {
					let n = e.topics.indexOf(t);
					return n < 0 ? "" : A(e.shares[n] ?? 0);
				})
			])
		}),
		children: /* @__PURE__ */ Z(Yo, {
			name: "Shares of the topics",
			lines: t.map((e) => ({
				label: `${e}  ${K(e, 2)}`.slice(0, 28),
				values: n.get(e) ?? [],
				note: A(n.get(e)?.at(-1) ?? 0)
			}))
		})
	});
}
function uc() {
	let [e, t] = P(""), n = V.value !== null && V.value.topics.length > 0 && !V.value.is_preview, r = (e) => {
		t(e), B.value?.download(e).catch((e) => {
			U.value = e.message;
		}).finally(() => t(""));
	};
	return /* @__PURE__ */ Z("section", {
		class: "figure",
		"aria-label": "Save",
		children: [/* @__PURE__ */ Z("header", { children: /* @__PURE__ */ Z("h3", { children: "Save" }) }), /* @__PURE__ */ Z("p", {
			class: "downloads",
			children: sc.map(([t, i]) => /* @__PURE__ */ Z("button", {
				type: "button",
				disabled: !n || e !== "",
				onClick: () => r(t),
				children: e === t ? "Writing…" : i
			}, t))
		})]
	});
}
function dc() {
	let e = V.value?.phase;
	if (e !== "training" && e !== "paused") return null;
	let t = e === "paused" ? "resume" : "pause";
	return /* @__PURE__ */ Z("button", {
		type: "button",
		onClick: () => {
			B.value?.request(t, {}).catch((e) => {
				U.value = e.message;
			});
		},
		children: e === "paused" ? "Resume" : "Pause"
	});
}
function fc() {
	let e = V.value;
	if (!e) return null;
	let t = e.progress.training, n = e.progress.reading, r = "", i = null;
	return e.phase === "reading" || e.phase === "preview" ? (r = n ? `Reading: ${j(n.documents)} documents` : "Reading", n?.of_bytes && (i = n.bytes / n.of_bytes), e.is_preview && (r += ` · preview of the first ${j(e.n_documents ?? 0)}`)) : t && e.phase !== "done" ? (i = t.share, r = e.phase === "paused" ? "Paused" : "Training", r += ` · pass ${Math.min(t.passes + 1, t.of_passes ?? Infinity)}`, t.of_passes && (r += ` of ${t.of_passes}`), t.remaining !== null && e.phase === "training" && (r += ` · ${Fe(t.remaining)} left`)) : e.phase === "done" ? (r = t ? `Trained in ${Fe(t.seconds)}` : "Trained", t?.score && (r += ` · score ${t.score.toFixed(3)}`)) : r = e.phase === "failed" ? "Failed" : "Training begins", /* @__PURE__ */ Z("div", {
		class: "status",
		children: [
			/* @__PURE__ */ Z("span", {
				role: "status",
				children: r
			}),
			i !== null && /* @__PURE__ */ Z("progress", {
				max: 1,
				value: Math.min(1, i),
				"aria-label": `${r}, ${A(i, 0)}`
			}),
			/* @__PURE__ */ Z(dc, {})
		]
	});
}
// src/views/app.tsx
var pc = [
	["topics", "Topics"],
	["documents", "Documents"],
	["groups", "Groups and time"],
	["training", "Training and files"],
	["edits", "Edits"]
];
function mc() {
	let e = {
		training: B.value?.canTrain,
		edits: B.value?.canEdit
	};
	return pc.filter(([t]) => t === "training" || t === "edits" ? e[t] : !0);
}
function hc() {
	let e = F(null);
	Tt(() => {
		let t = $e(e.current), n = (e) => vc(e);
		return t.addEventListener("keydown", n), () => t.removeEventListener("keydown", n);
	}, []), gc(e);
	let t = V.value;
	return /* @__PURE__ */ Z(x, { children: [
		/* @__PURE__ */ Z("button", {
			type: "button",
			class: "hidden skip",
			onClick: () => e.current?.focus(),
			children: "Skip the list of topics"
		}),
		/* @__PURE__ */ Z("header", {
			class: "top",
			children: [
				/* @__PURE__ */ Z("h1", { children: k(yn.value) || "thalweg" }),
				t?.n_documents != null && /* @__PURE__ */ Z("span", {
					class: "size",
					children: [
						j(t.n_documents),
						" documents · ",
						j(t.n_words ?? 0),
						" words",
						bn.value !== null && ` · ${j(bn.value)} documents in this file`
					]
				}),
				/* @__PURE__ */ Z("nav", {
					"aria-label": "Views",
					children: mc().map(([e, n]) => /* @__PURE__ */ Z("button", {
						type: "button",
						"aria-current": H.value.view === e ? "page" : void 0,
						onClick: () => q({
							view: e,
							document: null,
							word: null
						}),
						children: [n, e === "edits" && t?.edits.n ? ` (${t.edits.n})` : ""]
					}, e))
				}),
				B.value?.canTrain && /* @__PURE__ */ Z(fc, {})
			]
		}),
		!xn.value.isConnected && xn.value.why && /* @__PURE__ */ Z("p", {
			class: "banner",
			role: "alert",
			children: xn.value.why
		}),
		t?.phase === "failed" && /* @__PURE__ */ Z("p", {
			class: "banner",
			role: "alert",
			children: O(t.message ?? "")
		}),
		U.value && /* @__PURE__ */ Z("p", {
			class: "banner calm",
			role: "status",
			children: [
				O(U.value),
				" ",
				t?.edits.n && U.value === Kn.value ? /* @__PURE__ */ Z("button", {
					type: "button",
					onClick: () => void Yn(),
					children: "Undo"
				}) : null,
				" ",
				/* @__PURE__ */ Z("button", {
					type: "button",
					onClick: () => {
						U.value = "";
					},
					children: "Dismiss"
				})
			]
		}),
		/* @__PURE__ */ Z("div", {
			class: "page",
			children: [/* @__PURE__ */ Z(Bs, {}), /* @__PURE__ */ Z("main", {
				ref: e,
				tabIndex: -1,
				children: /* @__PURE__ */ Z(_c, {})
			})]
		})
	] });
}
function gc(e) {
	let { view: t, topic: n, document: r, word: i } = H.value, a = F(!0);
	Tt(() => {
		a.current || r === null && i === null && n === null || tt(e.current), a.current = !1;
	}, [
		t,
		n,
		r,
		i
	]);
}
function _c() {
	let { view: e, topic: t, document: n, word: r } = H.value;
	return r === null ? n === null ? e === "documents" ? /* @__PURE__ */ Z(ic, {}) : e === "groups" ? /* @__PURE__ */ Z(fs, {}) : e === "training" && B.value?.canTrain ? /* @__PURE__ */ Z(cc, {}) : e === "edits" && B.value?.canEdit ? /* @__PURE__ */ Z(or, {}) : t === null ? /* @__PURE__ */ Z(Ks, {}) : /* @__PURE__ */ Z(Qs, { topic: t }) : /* @__PURE__ */ Z(Ts, { row: n }) : /* @__PURE__ */ Z(tc, { word: r });
}
function vc(e) {
	let t = e.target, n = t instanceof HTMLElement && t.matches("input, select, textarea");
	if (e.key === "Escape") n ? t.blur() : H.value.word === null ? H.value.document === null ? H.value.topic !== null && q({ topic: null }) : q({ document: null }) : q({ word: null });
	else if (!n && !e.ctrlKey && !e.metaKey && !e.altKey) {
		if (e.key === "/") {
			e.preventDefault(), q({
				view: "documents",
				document: null,
				word: null
			});
			let t = e.currentTarget;
			requestAnimationFrame(() => et("query", t)?.focus());
		}
		e.key === "u" && qn() && Yn(), e.key === "r" && qn() && Xn();
		let t = mc()[Number(e.key) - 1];
		t && q({
			view: t[0],
			document: null,
			word: null
		});
	}
}
// src/main.tsx
function yc(e, t) {
	bc.push(t), B.value = t;
	let n = Wn();
	return D(/* @__PURE__ */ Z(hc, {}), e), () => {
		n(), D(null, e), bc.splice(bc.lastIndexOf(t), 1);
		let r = bc.at(-1);
		r && r !== B.value && (B.value = r, r.reopen?.());
	};
}
var bc = [], xc = "thalweg-token";
function Sc(e) {
	let t = lt(location.hash);
	if (t) {
		sessionStorage.setItem(xc, t);
		let e = new URLSearchParams(location.hash.replace(/^#/, ""));
		e.delete("token"), window.history.replaceState(null, "", e.size ? `#${e.toString()}` : location.pathname);
	}
	let n = sessionStorage.getItem(xc);
	Gn();
	let r = new We(n ?? "", Hn());
	yc(e, r), n ? r.connect() : xn.value = {
		isConnected: !1,
		why: "The address has no token. Use the address that thalweg explore printed."
	};
}
function Cc(e, t) {
	Gn();
	let n = new ze(t, Hn());
	n.open(), yc(e, n);
}
var wc = /* @__PURE__ */ new Map();
function Tc({ model: e, el: t }) {
	let n = e.get("key"), r = wc.get(n) ?? new Je(Hn());
	wc.set(n, r);
	let i = yc(Xe(t, e.get("style_sheet"), e.get("height")), r), a = r.add(e);
	return () => {
		a(), i(), r.nViews || wc.delete(n);
	};
}
var Ec = { render: Tc }, Dc = document.getElementById("explorer");
if (Dc) {
	let e = document.getElementById("thalweg-data")?.textContent;
	e ? Cc(Dc, JSON.parse(e)) : Sc(Dc);
}
export { Ec as default, Hn as listener, yc as mount };
