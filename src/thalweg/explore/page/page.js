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
	s && ((n = _({ constructor: d }, r)).__v = r.__v + 1, e.vnode && e.vnode(n), ce(s, n, r, t.__n, s.namespaceURI, 32 & r.__u ? [i] : null, a, i || ee(r), 32 & r.__u, o), n.__v = r.__v, n.__.__k[n.__i] = n, D(a, n, o), r.__ = r.__e = null, n.__e != i && w(n));
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
	for (c = ne(n, t, y, c, b), d = 0; d < b; d++) (h = n.__k[d]) != null && (m = ~h.__i && y[h.__i] || f, h.__i = d, v = ce(e, h, m, i, a, o, s, c, l, u), g = h.__e, (m.ref != h.ref || 8 & m.__u) && (m.ref && O(m.ref, null, h, m), h.ref && u.push(h.ref, h.__c || g, h)), _ ||= g, 4 & h.__u ? (c = re(h, c, e, !m.__v), m.__e && (m.__e = null)) : typeof h.type == "function" && v !== void 0 ? c = v : g && (c = g.nextSibling), h.__u &= -21);
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
	if (_) for (a = 0; a < g; a++) !(s = n[a]) || 2 & s.__u || (s.__e == r && (r = ee(s)), fe(s, s));
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
	var f, m, g, y, b, C, w, T, E, ne, re, ie, ae, oe, se, ce, D, O, k = n.type;
	if (n.constructor !== d) return null;
	128 & r.__u && (l = 32 & r.__u, f = r.__c.__z) && (n.__u |= l, m = o = [], f.nodeType == 8 ? c = le(f, o) : o.push(f), c = o[0] || c), (f = e.__b) && f(n);
	n: if (typeof k == "function") {
		g = s.length;
		try {
			if (T = n.props, E = (f = k.prototype) && f.render, ne = (f = k.contextType) && i[f.__c], re = f ? ne ? ne.props.value : f.__ : i, (y = r.__c) ? (n.__c = y, 2 & y.__g && (y.__g |= 1)) : (E ? n.__c = y = new k(T, re) : (n.__c = y = new S(T, re), y.constructor = k, y.render = pe), ne && ne.sub(y), y.state || (y.state = {}), y.__n = i, y.__g |= 8, y.__h = [], y.__k = []), E && (y.__s || (y.__s = y.state), k.getDerivedStateFromProps && (y.__s == y.state && (y.__s = _({}, y.__s)), _(y.__s, k.getDerivedStateFromProps(T, y.__s)))), b = y.props, C = y.state, y.__v = n, r.__c) {
				if (T !== b && E && !k.getDerivedStateFromProps && y.componentWillReceiveProps && y.componentWillReceiveProps(T, re), n.__v == r.__v && !(8 & y.__g) || !(4 & y.__g) && y.shouldComponentUpdate && !1 === y.shouldComponentUpdate(T, y.__s, re)) {
					n.__v != r.__v && (y.props = T, y.state = y.__s, y.__g &= -9), n.__e = r.__e, n.__k = r.__k, n.__k.some(function(e) {
						e && (e.__ = n);
					}), p.push.apply(y.__h, y.__k), y.__k = [], y.__h.length && s.push(y), c = ee(r);
					break n;
				}
				y.componentWillUpdate && y.componentWillUpdate(T, y.__s, re), E && y.componentDidUpdate && y.__h.push(function() {
					y.componentDidUpdate(b, C, w);
				});
			} else E && !k.getDerivedStateFromProps && y.componentWillMount && y.componentWillMount(), E && y.componentDidMount && y.__h.push(y.componentDidMount);
			y.context = re, y.props = T, y.__P = t, y.__g &= -5, ie = e.__r, ae = E ? 25 : 0;
			do
				y.__g &= -9, ie && ie(n), f = y.render(y.props, y.state = y.__s, y.context);
			while (8 & y.__g && ++ae < 25);
			E && (p.push.apply(y.__h, y.__k), y.__k = []), y.state = y.__s, y.getChildContext && (i = _({}, i, y.getChildContext())), E && r.__c && y.getSnapshotBeforeUpdate && (w = y.getSnapshotBeforeUpdate(b, C)), oe = f && f.type === x && f.key == null ? f.props.children : f, T.__P && (f = c, a = (t = T.__P).namespaceURI, l = o = null, r.props && r.props.__P != t && (r.__k.some(function(e) {
				e && fe(e, e);
			}), r.__k = null), c = r.__k ? ee(r, 0) : null), c = te(t, h(oe) ? oe : [oe], n, r, i, a, o, s, c, l, u), T.__P && (n.__e = null, c = f), n.__u &= -161, m && m.some(v), y.__h.length && s.push(y), 1 & y.__g && (y.__g &= -4);
		} catch (t) {
			if (s.length = g, n.__v = null, l || o) {
				if (t && t.then) {
					if (n.__u |= 128 | l, o) {
						for (~(D = o.indexOf(c || void 0)) || (D = o.length); (O = o[D - 1]) && O.nodeType == 8;) D--;
						for (; D < o.length; D++) if (O = o[D]) {
							if (o[D] = null, se) {
								if (O == ce) break;
							} else {
								if (O.nodeType != 8) break;
								O.data.startsWith("$s") && (ce = le(se = O));
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
	} else c = n.__e = de(r.__e, n, r, i, a, o, s, l, u, t);
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
function D(t, n, r) {
	for (var i = 0; i < r.length;) O(r[i++], r[i++], r[i++]);
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
function de(t, n, r, i, a, o, s, c, l, u) {
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
function O(t, n, r, i) {
	try {
		typeof t == "function" ? n ? n.__x = t(n) || 1 : (i &&= i.__c || i.__e) && (n = i.__x) && (i.__x = null, typeof n == "function" ? n() : t(null)) : t.current = n;
	} catch (t) {
		e.__e(t, r);
	}
}
function fe(t, n, r) {
	var i, a, o, s;
	if (e.unmount && e.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || O(i, null, n, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			e.__e(t, n);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (s = 0; s < i.length; s++) i[s] && fe(i[s], n, typeof t.type != "function" || r && !t.props.__P);
	!r && (i = t.__c) && (i = i.__z) && (a = le(i, o = [])) && (i == t.__e && o.some(v), v(a), v(i)), r || v(t.__e), t.__e = t.__c = t.__ = null;
}
function pe(e, t, n) {
	return this.constructor(e, n);
}
function k(t, n) {
	var r, i, a, o;
	e.__ && e.__(t, n), n.nodeType == 9 && (n = n.documentElement), i = (r = t && 32 & t.__u) ? null : n.__k, n.__k = b(x, { children: [t] }), a = [], o = [], ce(n, n.__k, i || f, f, n.namespaceURI, i ? null : n.firstChild ? g.call(n.childNodes) : null, a, i ? i.__e : n.firstChild, r, o), D(a, n.__k, o), n.__k.props.children = null;
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
var me = 220, he = 60, ge = /[\p{L}\p{N}\p{M}]+/gu;
function _e(e) {
	let t = e.parts.length ? e.parts.map((e) => typeof e == "string" ? e : e[0]).join("") : e.words.map(([e]) => e).join(" ");
	return {
		about: e,
		text: t,
		tokens: Oe(t)
	};
}
function ve(e) {
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
function ye(e) {
	let t = [...e.matchAll(/"([^"]*)"|(\S+)/g)].map((e) => Oe((e[1] ?? e[2] ?? "").replace(/["_]/g, " "))).filter((e) => e.length > 0), n = !e.trimEnd().endsWith("\"") && (t.at(-1)?.at(-1)?.length ?? 0) > 2;
	return t.map((e, r) => ({
		tokens: e,
		isOpen: n && r === t.length - 1
	}));
}
function be(e, t, n) {
	let r = ye(t), i = [];
	for (let t of e) {
		if (!Ee(t.about, n)) continue;
		let e = r.map((e) => De(t.tokens, e.tokens, e.isOpen));
		if (e.some((e) => e === 0)) continue;
		let a = n.topic === null ? 0 : xe(t.about, n.topic), o = e.reduce((e, t) => e + t, 0) / (t.tokens.length + 50);
		i.push([t, r.length ? o : a]);
	}
	return i.sort((e, t) => t[1] - e[1]).map(([e]) => e);
}
function xe(e, t) {
	return e.shares.find(([e]) => e === t)?.[1] ?? 0;
}
function Se(e, t = "") {
	let { row: n, id: r, shares: i } = e.about, a = {
		row: n,
		id: r,
		shares: i.slice(0, 3)
	};
	return e.about.parts.length ? {
		...a,
		...Ce(e.text, t)
	} : a;
}
function Ce(e, t) {
	let n = e.replace(/\s+/g, " ").trim(), r = ye(t).flatMap((e) => e.tokens).map(ke), i = r.length ? RegExp(`(?<![\\p{L}\\p{N}])(?:${r.join("|")})[\\p{L}\\p{N}]*`, "giu") : null, a = i ? n.search(i) : 0, o = Math.max(0, a - me / 3);
	o > 0 && (o = n.indexOf(" ", o) + 1 || o);
	let s = n.slice(o, o + me);
	o + me < n.length && (s = `${s.slice(0, Math.max(s.lastIndexOf(" "), me / 2))} …`), o > 0 && (s = `… ${s}`);
	let c = (e) => [...s.slice(0, e)].length, l = i ? [...s.matchAll(i)].map((e) => [c(e.index), c(e.index + e[0].length)]) : [];
	return {
		snippet: s,
		spans: l
	};
}
function we(e, t, n) {
	let r = [];
	for (let i of e) {
		let e = Te(i.about, t);
		if (!e) continue;
		let [a, o] = e, s = (e) => e.replace(/\s+/g, " ");
		if (r.push({
			row: i.about.row,
			id: i.about.id,
			before: s(i.text.slice(Math.max(0, a - he), a)),
			word: i.text.slice(a, o),
			after: s(i.text.slice(o, o + he))
		}), r.length === n) break;
	}
	return r;
}
function Te(e, t) {
	let n = 0;
	for (let r of e.parts) {
		let e = typeof r == "string" ? r : r[0];
		if (typeof r != "string" && (r[3] ?? e.toLowerCase()) === t) return [n, n + e.length];
		n += e.length;
	}
	return null;
}
function Ee(e, t) {
	return t.topic !== null && xe(e, t.topic) < t.least || t.from && (e.day === null || e.day < t.from) || t.to && (e.day === null || e.day > t.to) ? !1 : Object.entries(t.groups).every(([t, n]) => String(e.metadata[t] ?? "") === n);
}
function De(e, t, n) {
	let r = 0;
	for (let i = 0; i + t.length <= e.length; i++) t.every((r, a) => {
		let o = e[i + a] ?? "";
		return n && a === t.length - 1 ? o.startsWith(r) : o === r;
	}) && (r += 1);
	return r;
}
function Oe(e) {
	return e.toLowerCase().match(ge) ?? [];
}
function ke(e) {
	return e.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
// src/text.ts
var Ae = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, je = 60;
function A(e) {
	return e.replace(Ae, (e) => `\\x${e.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
function j(e) {
	let t = A(e.length > 240 ? e.slice(0, 240) : e);
	return t.length > je ? `${t.slice(0, 59)}…` : t;
}
function M(e, t = 1) {
	let n = 10 ** -t;
	return e > 0 && 100 * e < n / 2 ? `<${n.toFixed(t)}%` : `${(100 * e).toFixed(t)}%`;
}
var Me = new Intl.NumberFormat("en");
function N(e) {
	return Me.format(Math.round(e));
}
function Ne(e) {
	return e < 60 ? `${e.toFixed(+(e < 10))} s` : e < 3600 ? `${Math.round(e / 60)} min` : `${(e / 3600).toFixed(1)} h`;
}
// src/file_host.ts
var Pe = 8, Fe = 20, Ie = class {
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
		this.data = e, this.listener = t, this.topics = new Map(e.topics.map((e) => [e.topic, e])), this.words = new Map(e.words.map((e) => [e.word, e])), this.documents = e.documents.map(_e), this.byRow = new Map(this.documents.map((e) => [e.about.row, e]));
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
			word: () => this.word(String(t.word)),
			groups: () => this.byColumn(this.data.groups, t),
			time: () => this.byColumn(this.data.time, t),
			search: () => this.search(t),
			suggest: () => ({ words: [...this.words.keys()].filter((e) => e.startsWith(String(t.prefix).toLowerCase())).slice(0, 10) }),
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
	document(e) {
		let t = this.byRow.get(e);
		if (!t) throw Error(`This file does not contain document ${e}. It has ${N(this.documents.length)} of ${N(this.data.frame.n_documents ?? 0)} documents.`);
		let { id: n, metadata: r, shares: i, words: a, n_tokens: o, is_cut: s } = t.about;
		return {
			row: e,
			id: n,
			metadata: r,
			shares: i,
			words: a,
			n_tokens: o,
			is_cut: s,
			parts: ve(t.about),
			similar: this.similar(t)
		};
	}
	similar(e) {
		let t = new Map(e.about.shares), n = (e) => e.about.shares.reduce((e, [n, r]) => e + Math.sqrt(r * (t.get(n) ?? 0)), 0);
		return this.documents.filter((t) => t !== e && t.text !== e.text).map((e) => ({
			...Se(e),
			similarity: Math.min(1, n(e))
		})).sort((e, t) => t.similarity - e.similarity).slice(0, Pe);
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
			contexts: we(this.documents, e, Fe),
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
		}, a = be(this.documents, n, i);
		return {
			hits: a.slice(0, r).map((e) => Se(e, n)),
			more: a.length > r,
			is_ranked: !0,
			n_indexed: this.documents.length,
			n_documents: this.documents.length
		};
	}
}, Le = {
	view: "topics",
	topic: null,
	document: null,
	word: null,
	query: "",
	column: null,
	lambda: .6
}, Re = [
	"topics",
	"documents",
	"groups",
	"training",
	"edits"
];
function ze(e) {
	let t = new URLSearchParams();
	e.view !== Le.view && t.set("view", e.view);
	for (let n of [
		"topic",
		"document",
		"word",
		"column"
	]) {
		let r = e[n];
		r !== null && t.set(n, String(r));
	}
	return e.query && t.set("query", e.query), e.lambda !== Le.lambda && t.set("lambda", String(e.lambda)), t.toString();
}
function Be(e) {
	let t = new URLSearchParams(e.replace(/^#/, "")), n = (e) => {
		let n = t.get(e);
		return n !== null && /^\d{1,9}$/.test(n) ? Number(n) : null;
	}, r = t.get("view") ?? "", i = Number(t.get("lambda") ?? Le.lambda);
	return {
		view: Re.includes(r) ? r : Le.view,
		topic: n("topic"),
		document: n("document"),
		word: t.get("word"),
		query: t.get("query") ?? "",
		column: t.get("column"),
		lambda: i >= 0 && i <= 1 ? i : Le.lambda
	};
}
function Ve(e) {
	return new URLSearchParams(e.replace(/^#/, "")).get("token");
}
// src/socket_host.ts
var He = class {
	token;
	listener;
	createSocket;
	canTrain = !0;
	canEdit = !0;
	socket = null;
	waiting = /* @__PURE__ */ new Map();
	nextId = 1;
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
			this.socket = null;
			for (let e of this.waiting.values()) e.reject(/* @__PURE__ */ Error("the connection was lost"));
			this.waiting.clear();
			let e = n || this.attempts < 3 ? "The explorer is not reachable. Trying again." : "The explorer has ended, or this address is an old one. Use the address that it printed.";
			this.listener.onConnection(!1, e), this.attempts += 1, setTimeout(() => this.connect(), Math.min(500 * 2 ** Math.min(this.attempts, 4), 5e3));
		};
	}
	request(e, t) {
		return new Promise((n, r) => {
			if (this.socket?.readyState !== 1) {
				r(/* @__PURE__ */ Error("not connected"));
				return;
			}
			let i = this.nextId++;
			this.waiting.set(i, {
				resolve: n,
				reject: r
			}), this.socket.send(JSON.stringify({
				type: "request",
				id: i,
				name: e,
				params: t
			}));
		});
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
		Ue(await t.blob(), e);
	}
	sendView() {
		this.socket?.readyState === 1 && this.socket.send(JSON.stringify({
			type: "view",
			...this.view
		}));
	}
	receive(e) {
		if (e.type === "frame") {
			let t = e;
			this.listener.onFrame(t), this.socket?.send(JSON.stringify({
				type: "ack",
				frame: t.frame
			}));
		} else if (e.type === "hello") this.listener.onHello(e);
		else if (e.id !== void 0 && e.id !== null) {
			let t = this.waiting.get(e.id);
			this.waiting.delete(e.id), e.type === "answer" ? t?.resolve(e.result) : t?.reject(Error(e.message ?? "the request failed"));
		}
	}
};
function Ue(e, t) {
	let n = document.createElement("a");
	n.href = URL.createObjectURL(e), n.download = t, n.click(), setTimeout(() => URL.revokeObjectURL(n.href), 1e3);
}
// node_modules/preact/hooks/dist/hooks.mjs
var We, P, Ge, Ke, qe = Object.is, Je = 0, Ye = [], Xe = [], F = e, Ze = F.__b, Qe = F.__r, $e = F.diffed, et = F.__c, tt = F.unmount, nt = F.__;
function rt(e, t) {
	F.__h && F.__h(P, e, Je || t), Je = 0;
	var n = P.__H || (P.__H = {
		__: [],
		__h: []
	});
	return e >= n.__.length && n.__.push({}), n.__[e];
}
function I(e) {
	return Je = 1, it(ht, e);
}
function it(e, t, n) {
	var r = rt(We++, 2);
	if (r.t = e, !r.__c && (r.__ = [n ? n(t) : ht(void 0, t), function(e) {
		var t = (r.__N || r.__)[0], n = r.t(t, e);
		qe(t, n) || (r.__N = [n, r.__[1]], r.__c.setState({}));
	}], r.__c = P, !P.__f)) {
		P.__f = !0;
		var i = P.shouldComponentUpdate;
		P.shouldComponentUpdate = function(e, t, n) {
			var r = this.__H;
			if (!r) return !0;
			var a = !1, o = this.props != e;
			if (r.__.some(function(e) {
				e.__N && (a = !0, qe(e.__[0], e.__N[0]) || (o = !0));
			}), i) {
				var s = i.call(this, e, t, n);
				return a ? s || o : s;
			}
			return !a || o;
		};
	}
	return r.__;
}
function at(e, t) {
	var n = rt(We++, 3);
	!F.__s && mt(n.__H, t) && (n.__P = !0, n.__ = e, n.u = t, P.__H.__h.push(n));
}
function ot(e) {
	return Je = 5, st(function() {
		return { current: e };
	}, []);
}
function st(e, t) {
	var n = rt(We++, 7);
	return mt(n.__H, t) && (n.__ = e(), n.__H = t), n.__;
}
function ct() {
	var e;
	do {
		for (; e = Xe.shift();) try {
			ft(e);
		} catch (t) {
			F.__e(t, { __: (e = e.__P) && e.__v });
		}
		for (; e = Ye.shift();) {
			var t = e.__H;
			if (e.__P && t) try {
				t.__h.some(ft), t.__h.some(pt), t.__h = [];
			} catch (n) {
				t.__h = [], F.__e(n, e.__v);
			}
		}
	} while (Xe.length);
}
F.__b = function(e) {
	P = null, Ze && Ze(e);
}, F.__ = function(e, t) {
	e && t.__k && t.__k.__m && (e.__m = t.__k.__m), nt && nt(e, t);
}, F.__r = function(e) {
	Qe && Qe(e), We = 0;
	var t = (P = e.__c).__H;
	t && (Ge == P ? P.__h = [] : (t.__h.some(ft), t.__h.some(pt), We = 0), t.__h = [], t.__.some(function(e) {
		e.__N && (e.__ = e.__N), e.u = e.__N = void 0;
	})), Ge = P;
}, F.diffed = function(e) {
	$e && $e(e);
	var t = e.__c;
	t && t.__H && (t.__H.__h.length && dt(Ye.push(t)), t.__H.__.some(function(e) {
		e.u && (e.__H = e.u);
	})), Ge = P = null;
}, F.__c = function(e, t) {
	t.some(function(e) {
		try {
			e.__h.some(ft), e.__h = e.__h.filter(function(e) {
				return !e.__ || pt(e);
			});
		} catch (t) {
			e.__h = [function() {
				throw t;
			}];
		}
	}), et && et(e, t);
}, F.unmount = function(e) {
	tt && tt(e);
	var t, n, r = e.__c;
	r && r.__H && (r.__H.__.some(function(r) {
		try {
			if (r.__P && r.__c) {
				if (n === void 0) {
					for (n = e.__; n && (!n.__c || !n.__c.__P);) n = n.__;
					n &&= n.__c;
				}
				r.__P = n, dt(Xe.push(r));
			} else ft(r);
		} catch (e) {
			t = e;
		}
	}), r.__H = void 0, t && F.__e(t, r.__v));
};
var lt = typeof requestAnimationFrame == "function";
function ut(e) {
	var t, n = function() {
		clearTimeout(r), lt && cancelAnimationFrame(t), setTimeout(e);
	}, r = setTimeout(n, 35);
	lt && (t = requestAnimationFrame(n));
}
function dt(e) {
	e != 1 && Ke == F.requestAnimationFrame || ((Ke = F.requestAnimationFrame) || ut)(ct);
}
function ft(e) {
	var t = P, n = e.__c;
	typeof n == "function" && (e.__c = void 0, n()), P = t;
}
function pt(e) {
	var t = P;
	e.__c = e.__(), P = t;
}
function mt(e, t) {
	return !e || e.length != t.length || t.some(function(t, n) {
		return !qe(t, e[n]);
	});
}
function ht(e, t) {
	return typeof t == "function" ? t(e) : t;
}
// node_modules/@preact/signals-core/dist/signals-core.module.js
var gt = Symbol.for("preact-signals");
function _t() {
	if (St > 1) St--;
	else {
		var e, t = !1;
		for ((function() {
			var e = Et;
			for (Et = void 0; e !== void 0;) {
				var t = e.S;
				if (t.v === e.v) for (var n = t.t; n !== void 0; n = n.x) n.i === e.i && (n.i = t.i);
				e = e.o;
			}
		})(); xt !== void 0;) {
			var n = xt;
			for (xt = void 0, Ct++; n !== void 0;) {
				var r = n.u;
				if (n.u = void 0, n.f &= -3, !(8 & n.f) && kt(n)) try {
					n.c();
				} catch (n) {
					t ||= (e = n, !0);
				}
				n = r;
			}
		}
		if (Ct = 0, St--, t) throw e;
	}
}
function vt(e) {
	if (St > 0) return e();
	Tt = ++wt, St++;
	try {
		return e();
	} finally {
		_t();
	}
}
var yt, L = void 0;
function bt(e) {
	var t = L, n = yt;
	L = void 0, yt = void 0;
	try {
		return e();
	} finally {
		L = t, yt = n;
	}
}
var xt = void 0, St = 0, Ct = 0, wt = 0, Tt = 0, Et = void 0, Dt = 0;
function Ot(e) {
	if (L !== void 0) {
		var t = e.n;
		if (t === void 0 || t.t !== L) return t = {
			i: 0,
			S: e,
			p: L.s,
			n: void 0,
			t: L,
			e: void 0,
			x: void 0,
			r: t
		}, L.s !== void 0 && (L.s.n = t), L.s = t, e.n = t, 32 & L.f && e.S(t), t;
		if (t.i === -1) return t.i = 0, t.n !== void 0 && (t.n.p = t.p, t.p !== void 0 && (t.p.n = t.n), t.p = L.s, t.n = void 0, L.s.n = t, L.s = t), t;
	}
}
function R(e, t) {
	this.v = e, this.i = 0, this.n = void 0, this.t = void 0, this.l = 0, this.W = t?.watched, this.Z = t?.unwatched, this.name = t?.name;
}
R.prototype.brand = gt, R.prototype.h = function() {
	return !0;
}, R.prototype.S = function(e) {
	var t = this, n = this.t;
	n !== e && e.e === void 0 && (e.x = n, this.t = e, n === void 0 ? bt(function() {
		var e;
		(e = t.W) == null || e.call(t);
	}) : n.e = e);
}, R.prototype.U = function(e) {
	var t = this;
	if (this.t !== void 0) {
		var n = e.e, r = e.x;
		n !== void 0 && (n.x = r, e.e = void 0), r !== void 0 && (r.e = n, e.x = void 0), e === this.t && (this.t = r, r === void 0 && bt(function() {
			var e;
			(e = t.Z) == null || e.call(t);
		}));
	}
}, R.prototype.subscribe = function(e) {
	var t = this;
	return Rt(function() {
		var n = t.value;
		bt(function() {
			return e(n);
		});
	}, { name: "sub" });
}, R.prototype.valueOf = function() {
	return this.value;
}, R.prototype.toString = function() {
	return this.value + "";
}, R.prototype.toJSON = function() {
	return this.value;
}, R.prototype.peek = function() {
	var e = this;
	return bt(function() {
		return e.value;
	});
}, Object.defineProperty(R.prototype, "value", {
	get: function() {
		var e = Ot(this);
		return e !== void 0 && (e.i = this.i), this.v;
	},
	set: function(e) {
		if (e !== this.v) {
			if (Ct > 100) throw Error("Cycle detected");
			(function(e) {
				St !== 0 && Ct === 0 && e.l !== Tt && (e.l = Tt, Et = {
					S: e,
					v: e.v,
					i: e.i,
					o: Et
				});
			})(this), this.v = e, this.i++, Dt++, St++;
			try {
				for (var t = this.t; t !== void 0; t = t.x) t.t.N();
			} finally {
				_t();
			}
		}
	}
});
function z(e, t) {
	return new R(e, t);
}
function kt(e) {
	for (var t = e.s; t !== void 0; t = t.n) if (t.S.i !== t.i || !t.S.h() || t.S.i !== t.i) return !0;
	return !1;
}
function At(e) {
	for (var t = e.s; t !== void 0; t = t.n) {
		var n = t.S.n;
		if (n !== void 0 && (t.r = n), t.S.n = t, t.i = -1, t.n === void 0) {
			e.s = t;
			break;
		}
	}
}
function jt(e) {
	for (var t = e.s, n = void 0; t !== void 0;) {
		var r = t.p;
		t.i === -1 ? (t.S.U(t), r !== void 0 && (r.n = t.n), t.n !== void 0 && (t.n.p = r)) : n = t, t.S.n = t.r, t.r !== void 0 && (t.r = void 0), t = r;
	}
	e.s = n;
}
function Mt(e, t) {
	R.call(this, void 0, t), this.x = e, this.s = void 0, this.g = Dt - 1, this.f = 4;
}
Mt.prototype = new R(), Mt.prototype.h = function() {
	if (this.f &= -3, 1 & this.f) return !1;
	if ((36 & this.f) == 32 || (this.f &= -5, this.g === Dt)) return !0;
	if (this.g = Dt, this.f |= 1, this.i > 0 && !kt(this)) return this.f &= -2, !0;
	var e = L;
	try {
		At(this), L = this;
		var t = this.x();
		(16 & this.f || this.v !== t || this.i === 0) && (this.v = t, this.f &= -17, this.i++);
	} catch (e) {
		this.v = e, this.f |= 16, this.i++;
	}
	return L = e, jt(this), this.f &= -2, !0;
}, Mt.prototype.S = function(e) {
	if (this.t === void 0) {
		this.f |= 36;
		for (var t = this.s; t !== void 0; t = t.n) t.S.S(t);
	}
	R.prototype.S.call(this, e);
}, Mt.prototype.U = function(e) {
	if (this.t !== void 0 && (R.prototype.U.call(this, e), this.t === void 0)) {
		this.f &= -33;
		for (var t = this.s; t !== void 0; t = t.n) t.S.U(t);
	}
}, Mt.prototype.N = function() {
	if (!(2 & this.f)) {
		this.f |= 6;
		for (var e = this.t; e !== void 0; e = e.x) e.t.N();
	}
}, Object.defineProperty(Mt.prototype, "value", { get: function() {
	if (1 & this.f) throw Error("Cycle detected");
	var e = Ot(this);
	if (this.h(), e !== void 0 && (e.i = this.i), 16 & this.f) throw this.v;
	return this.v;
} });
function Nt(e, t) {
	return new Mt(e, t);
}
function Pt(e) {
	var t = e.j;
	if (e.j = void 0, typeof t == "function") {
		St++;
		var n = L;
		L = void 0;
		try {
			t();
		} catch (t) {
			throw e.f &= -2, e.f |= 8, Ft(e), t;
		} finally {
			L = n, _t();
		}
	}
}
function Ft(e) {
	for (var t = e.s; t !== void 0; t = t.n) t.S.U(t);
	e.x = void 0, e.s = void 0, Pt(e);
}
function It(e) {
	if (L !== this) throw Error("Out-of-order effect");
	jt(this), L = e, this.f &= -2;
	try {
		8 & this.f && Ft(this);
	} finally {
		_t();
	}
}
function Lt(e, t) {
	this.x = e, this.j = void 0, this.s = void 0, this.u = void 0, this.f = 32, this.name = t?.name, yt && yt.push(this);
}
Lt.prototype.c = function() {
	var e = this.S();
	try {
		if (8 & this.f || this.x === void 0) return;
		var t = this.x();
		typeof t == "function" && (this.j = t);
	} finally {
		e();
	}
}, Lt.prototype.S = function() {
	if (1 & this.f) throw Error("Cycle detected");
	this.f |= 1, this.f &= -9, Pt(this), At(this), St++;
	var e = L;
	return L = this, It.bind(this, e);
}, Lt.prototype.N = function() {
	2 & this.f || (this.f |= 2, this.u = xt, xt = this);
}, Lt.prototype.d = function() {
	this.f |= 8, 1 & this.f || Ft(this);
}, Lt.prototype.dispose = function() {
	this.d();
};
function Rt(e, t) {
	var n = new Lt(e, t);
	try {
		n.c();
	} catch (e) {
		throw n.d(), e;
	}
	var r = n.d.bind(n);
	return r[Symbol.dispose] = r, r;
}
// node_modules/@preact/signals/dist/signals.module.js
var zt, Bt, Vt = typeof window < "u" && !!window.__PREACT_SIGNALS_DEVTOOLS__, Ht = [];
Rt(function() {
	zt = this.N;
})();
function Ut(t, n) {
	e[t] = n.bind(null, e[t] || function() {});
}
function Wt(e) {
	if (Bt) {
		var t = Bt;
		Bt = void 0, t();
	}
	Bt = e && e.S();
}
function Gt(e) {
	var t = this, r = e.data, i = qt(r);
	i.name = "ReactiveDom", i.value = r;
	var a = st(function() {
		for (var e = t, r = t.__v; r = r.__;) if (r.__c) {
			r.__c.__$f |= 4;
			break;
		}
		var a = Nt(function() {
			var e = i.value.value;
			return e === 0 ? 0 : !0 === e ? "" : e || "";
		}), o = Nt(function() {
			return !Array.isArray(a.value) && !n(a.value);
		}), s = Rt(function() {
			if (this.N = Xt, o.value) {
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
Gt.displayName = "ReactiveTextNode", Object.defineProperties(R.prototype, {
	constructor: {
		configurable: !0,
		value: y(x, null).constructor
	},
	type: {
		configurable: !0,
		value: Gt
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
}), Ut("__b", function(e, t) {
	if (Wt(), typeof t.type == "string") {
		var n, r = t.props;
		for (var i in r) if (i !== "children") {
			var a = r[i];
			a instanceof R && (n || (t.__np = n = {}), n[i] = a, r[i] = a.peek());
		}
	}
	e(t);
}), Ut("__r", function(e, t) {
	if (e(t), t.type !== x) {
		Wt();
		var n, r = t.__c;
		r && (r.__$f &= -2, (n = r.__$u) === void 0 && (r.__$u = n = function(e, t) {
			var n;
			return Rt(function() {
				n = this;
			}, { name: t }), n.c = e, n;
		}(function(e) {
			return function() {
				var t;
				Vt && ((t = this.y) == null || t.call(this)), e.__$f |= 1, e.setState({});
			};
		}(r), typeof t.type == "function" ? t.type.displayName || t.type.name : ""))), Wt(n);
	}
}), Ut("__e", function(e, t, n, r) {
	Wt(), e(t, n, r);
}), Ut("diffed", function(e, t) {
	Wt();
	var n;
	if (typeof t.type == "string" && (n = t.__e)) {
		var r = t.__np, i = t.props, a = n.U;
		if (a) for (var o in a) {
			var s = a[o];
			s === void 0 || r && o in r || (s.d(), a[o] = void 0);
		}
		if (r) for (var c in a || (a = {}, n.U = a), r) {
			var l = a[c], u = r[c];
			l === void 0 ? (l = Kt(n, c, u, i), a[c] = l) : l.o(u, i);
		}
	}
	e(t);
});
function Kt(e, t, n, r) {
	var i = t in e && e.ownerSVGElement === void 0, a = z(n);
	return {
		o: function(e, t) {
			a.value = e, r = t;
		},
		d: Rt(function() {
			this.N = Xt;
			var n = a.value.value;
			r[t] !== n && (r[t] = n, i ? e[t] = n : n != null && (!1 !== n || t[4] === "-") ? e.setAttribute(t, n) : e.removeAttribute(t));
		})
	};
}
Ut("unmount", function(e, t) {
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
}), Ut("__h", function(e, t, n, r) {
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
function qt(e, t) {
	return st(function() {
		return z(e, t);
	}, []);
}
var Jt = function(e) {
	queueMicrotask(function() {
		queueMicrotask(e);
	});
};
function Yt() {
	vt(function() {
		for (var e; e = Ht.shift();) zt.call(e);
	});
}
function Xt() {
	Ht.push(this) === 1 && (e.requestAnimationFrame || Jt)(Yt);
}
// src/store.ts
var Zt = 120, B = z(null), Qt = z(""), $t = z(null), V = z(null), en = z({
	isConnected: !1,
	why: ""
}), H = z(Le), tn = z("number"), nn = z(!1), U = z(""), rn = z(/* @__PURE__ */ new Map()), an = z(/* @__PURE__ */ new Set());
function on(e) {
	let t = Math.ceil(e.length / Zt), n = e.filter((e, n) => n % Math.max(1, t) === 0), r = /* @__PURE__ */ new Map();
	for (let t of e[e.length - 1]?.topics ?? []) r.set(t, []);
	for (let e of n) e.topics.forEach((t, n) => r.get(t)?.push(e.shares[n] ?? 0));
	return r;
}
async function sn(e) {
	let t = await B.value?.request("training", {}).catch(() => null);
	if (t && V.value?.run === e) {
		let e = on(t.history);
		cn(e) > cn(rn.value) && (rn.value = e);
	}
}
var cn = (e) => Math.max(0, ...[...e.values()].map((e) => e.length)), ln = Nt(() => V.value?.topics ?? []), un = Nt(() => {
	let e = [...ln.value];
	return tn.value === "share" && e.sort((e, t) => t.share - e.share || e.topic - t.topic), tn.value === "coherence" && e.sort((e, t) => (t.coherence ?? -2) - (e.coherence ?? -2) || e.topic - t.topic), e;
});
function dn(e) {
	return ln.value.find((t) => t.topic === e);
}
function W(e, t = 3) {
	let n = dn(e);
	return n ? n.name === null ? n.words.slice(0, t).map(j).join(", ") : A(n.name) : `topic ${e}`;
}
function G(e) {
	H.value = {
		...H.value,
		...e
	};
}
function fn() {
	return {
		onHello(e) {
			Qt.value = e.title, $t.value = e.n_readable ?? null;
		},
		onFrame(e) {
			let t = V.value;
			t && t.run !== e.run && (rn.value = /* @__PURE__ */ new Map(), an.value = /* @__PURE__ */ new Set(), t.is_preview && !e.is_preview && (U.value = "All documents have been read. Training has started again, on all of them.", H.value.topic !== null && G({ topic: null }))), e.topics.length && (rn.value = pn(rn.value, e.topics)), V.value = e;
			let n = e.phase === "done" && t?.phase !== "done";
			e.topics.length && (n || t?.run !== e.run) && sn(e.run);
		},
		onConnection(e, t = "") {
			en.value = {
				isConnected: e,
				why: t
			};
		}
	};
}
function pn(e, t) {
	return new Map(t.map((t) => {
		let n = [...e.get(t.topic) ?? [], t.share];
		return [t.topic, n.length > Zt ? n.filter((e, t) => t % 2 == 0) : n];
	}));
}
function mn() {
	let e = Nt(() => H.value.lambda);
	return Rt(() => {
		let t = B.value, n = e.value;
		bt(() => t?.setView(n, 8));
	});
}
function hn() {
	H.value = Be(location.hash), Rt(() => {
		let e = ze(H.value);
		location.hash.replace(/^#/, "") !== e && window.history.pushState(null, "", e ? `#${e}` : location.pathname);
	}), window.addEventListener("popstate", () => {
		H.value = Be(location.hash);
	});
}
// src/edit.ts
var K = z(!1);
function gn() {
	let e = V.value;
	return !!(B.value?.canEdit && e && e.topics.length && !e.is_preview && e.phase !== "failed");
}
async function q(e) {
	return yn(() => B.value?.request("edit", { edit: e }));
}
async function _n() {
	await yn(() => B.value?.request("undo", {}), "Undone: ");
}
async function vn() {
	await yn(() => B.value?.request("redo", {}), "Done again: ");
}
async function yn(e, t = "") {
	if (K.value) return null;
	K.value = !0;
	try {
		let n = await e() ?? null;
		return n && (U.value = bn(n, t)), n;
	} catch (e) {
		return U.value = `Not possible: ${e.message}`, null;
	} finally {
		K.value = !1;
		let e = H.value.topic;
		e !== null && setTimeout(() => {
			V.value?.topics.length && !dn(e) && H.value.topic === e && G({ topic: null });
		}, 600);
	}
}
function bn(e, t = "") {
	let n = A(e.text);
	return [`${t ? t + n : n.charAt(0).toUpperCase() + n.slice(1)}.`, ...e.warnings.map((e) => `Note: ${A(e)}.`)].join(" ");
}
function xn(e) {
	return [...new Set(e.split(/[\s,;]+/).filter(Boolean))];
}
// src/request.ts
function Sn(e, t, n = 0) {
	let r = JSON.stringify(t), [i, a] = I({
		answer: null,
		error: "",
		isLoading: !0,
		key: r
	}), o = ot(0), s = en.value.isConnected;
	return at(() => {
		if (t === null || !B.value || !s) return;
		let n = ++o.current;
		a((e) => ({
			...e,
			isLoading: !0,
			answer: e.key === r ? e.answer : null,
			key: r
		})), B.value.request(e, t).then((e) => n === o.current && a({
			answer: e,
			error: "",
			isLoading: !1,
			key: r
		}), (e) => n === o.current && a({
			answer: null,
			error: e.message,
			isLoading: !1,
			key: r
		}));
	}, [
		e,
		r,
		n,
		s
	]), i.key === r ? i : {
		answer: null,
		error: "",
		isLoading: !0
	};
}
// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var Cn = Symbol.for("pv"), wn = 0;
Array.isArray;
function J(t, n, r, i, a, o) {
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
		constructor: Cn,
		__v: --wn,
		__i: -1,
		__u: 0
	};
	return (a || o) && (u.__source = a, u.__self = o), e.vnode && e.vnode(u), u;
}
// src/views/edits.tsx
function Tn() {
	let e = V.value?.edits, { answer: t } = Sn("edits", {}, e?.version ?? 0), n = t?.entries ?? [], r = V.value?.phase === "done";
	return /* @__PURE__ */ J("article", {
		class: "edits",
		"aria-label": "Edits",
		children: /* @__PURE__ */ J("section", {
			class: "figure",
			children: [
				/* @__PURE__ */ J("header", { children: [/* @__PURE__ */ J("h3", { children: "Edits" }), /* @__PURE__ */ J("span", {
					class: "tools",
					children: [/* @__PURE__ */ J("button", {
						type: "button",
						disabled: K.value || !e?.n,
						onClick: () => void _n(),
						children: "Undo"
					}), /* @__PURE__ */ J("button", {
						type: "button",
						disabled: K.value || !e?.can_redo,
						onClick: () => void vn(),
						children: "Redo"
					})]
				})] }),
				!n.length && /* @__PURE__ */ J("p", {
					class: "empty",
					children: "Nothing has been changed yet. Select a topic to add or remove words, merge or split it."
				}),
				/* @__PURE__ */ J("ol", {
					class: "log",
					children: n.map((e, t) => /* @__PURE__ */ J("li", {
						class: e.is_undone ? "undone" : "",
						children: [A(e.text), e.is_undone && /* @__PURE__ */ J("span", {
							class: "muted",
							children: " (undone)"
						})]
					}, t))
				}),
				gn() && r && n.length > 0 && /* @__PURE__ */ J("p", {
					class: "note",
					children: ["Words move between topics when training goes on. ", /* @__PURE__ */ J("button", {
						type: "button",
						onClick: () => {
							B.value?.request("train", { passes: 5 }).catch((e) => {
								U.value = e.message;
							});
						},
						children: "Train 5 more passes"
					})]
				}),
				t && /* @__PURE__ */ J(En, {
					command: t.command,
					hasEdits: n.some((e) => !e.is_undone)
				})
			]
		})
	});
}
function En({ command: e, hasEdits: t }) {
	let [n, r] = I(!1), i = e.split("\n"), a = (t ? i : i.filter((e) => !e.startsWith("thalweg edit"))).map(A).join("\n");
	return a ? /* @__PURE__ */ J("section", {
		class: "reproduce",
		"aria-label": "Command line",
		children: [
			/* @__PURE__ */ J("p", {
				class: "note",
				children: ["The command line that reproduces the model. ", t && "Save the edits as edits.json under Training. Edits that were made while the model trained are made after training; those words and topics are the same, the exact counts are not."]
			}),
			/* @__PURE__ */ J("pre", {
				tabIndex: 0,
				role: "group",
				"aria-label": "Command",
				children: a
			}),
			/* @__PURE__ */ J("button", {
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
function Dn(e, t) {
	return e == null || t == null ? NaN : e < t ? -1 : e > t ? 1 : e >= t ? 0 : NaN;
}
function On(e, t) {
	return e == null || t == null ? NaN : t < e ? -1 : t > e ? 1 : t >= e ? 0 : NaN;
}
function kn(e) {
	let t, n, r;
	e.length === 2 ? (t = e === Dn || e === On ? e : An, n = e, r = e) : (t = Dn, n = (t, n) => Dn(e(t), n), r = (t, n) => e(t) - n);
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
function An() {
	return 0;
}
function jn(e) {
	return e === null ? NaN : +e;
}
var Mn = kn(Dn), Nn = Mn.right;
Mn.left, kn(jn).center;
function Pn(e, t) {
	let n, r;
	if (t === void 0) for (let t of e) t != null && (n === void 0 ? t >= t && (n = r = t) : (n > t && (n = t), r < t && (r = t)));
	else {
		let i = -1;
		for (let a of e) (a = t(a, ++i, e)) != null && (n === void 0 ? a >= a && (n = r = a) : (n > a && (n = a), r < a && (r = a)));
	}
	return [n, r];
}
Array.prototype.slice;
var Fn = Math.sqrt(50), In = Math.sqrt(10), Ln = Math.sqrt(2);
function Rn(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= Fn ? 10 : a >= In ? 5 : a >= Ln ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? Rn(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function zn(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? Rn(t, e, n) : Rn(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function Bn(e, t, n) {
	return t = +t, e = +e, n = +n, Rn(e, t, n)[2];
}
function Vn(e, t, n) {
	t = +t, e = +e, n = +n;
	let r = t < e, i = r ? Bn(t, e, n) : Bn(e, t, n);
	return (r ? -1 : 1) * (i < 0 ? 1 / -i : i);
}
function Hn(e, t) {
	let n;
	if (t === void 0) for (let t of e) t != null && (n < t || n === void 0 && t >= t) && (n = t);
	else {
		let r = -1;
		for (let i of e) (i = t(i, ++r, e)) != null && (n < i || n === void 0 && i >= i) && (n = i);
	}
	return n;
}
// node_modules/d3-color/dist/d3-color.mjs
function Un(e, t, n) {
	e.prototype = t.prototype = n, n.constructor = e;
}
function Wn(e, t) {
	var n = Object.create(e.prototype);
	for (var r in t) n[r] = t[r];
	return n;
}
function Gn() {}
var Kn = .7, qn = 1 / Kn, Jn = "\\s*([+-]?\\d+)\\s*", Yn = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*", Y = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*", Xn = /^#([0-9a-f]{3,8})$/, Zn = RegExp(`^rgb\\(${Jn},${Jn},${Jn}\\)$`), Qn = RegExp(`^rgb\\(${Y},${Y},${Y}\\)$`), $n = RegExp(`^rgba\\(${Jn},${Jn},${Jn},${Yn}\\)$`), er = RegExp(`^rgba\\(${Y},${Y},${Y},${Yn}\\)$`), tr = RegExp(`^hsl\\(${Yn},${Y},${Y}\\)$`), nr = RegExp(`^hsla\\(${Yn},${Y},${Y},${Yn}\\)$`), rr = {
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
Un(Gn, cr, {
	copy(e) {
		return Object.assign(new this.constructor(), this, e);
	},
	displayable() {
		return this.rgb().displayable();
	},
	hex: ir,
	formatHex: ir,
	formatHex8: ar,
	formatHsl: or,
	formatRgb: sr,
	toString: sr
});
function ir() {
	return this.rgb().formatHex();
}
function ar() {
	return this.rgb().formatHex8();
}
function or() {
	return br(this).formatHsl();
}
function sr() {
	return this.rgb().formatRgb();
}
function cr(e) {
	var t, n;
	return e = (e + "").trim().toLowerCase(), (t = Xn.exec(e)) ? (n = t[1].length, t = parseInt(t[1], 16), n === 6 ? lr(t) : n === 3 ? new X(t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, (t & 15) << 4 | t & 15, 1) : n === 8 ? ur(t >> 24 & 255, t >> 16 & 255, t >> 8 & 255, (t & 255) / 255) : n === 4 ? ur(t >> 12 & 15 | t >> 8 & 240, t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, ((t & 15) << 4 | t & 15) / 255) : null) : (t = Zn.exec(e)) ? new X(t[1], t[2], t[3], 1) : (t = Qn.exec(e)) ? new X(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, 1) : (t = $n.exec(e)) ? ur(t[1], t[2], t[3], t[4]) : (t = er.exec(e)) ? ur(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, t[4]) : (t = tr.exec(e)) ? yr(t[1], t[2] / 100, t[3] / 100, 1) : (t = nr.exec(e)) ? yr(t[1], t[2] / 100, t[3] / 100, t[4]) : rr.hasOwnProperty(e) ? lr(rr[e]) : e === "transparent" ? new X(NaN, NaN, NaN, 0) : null;
}
function lr(e) {
	return new X(e >> 16 & 255, e >> 8 & 255, e & 255, 1);
}
function ur(e, t, n, r) {
	return r <= 0 && (e = t = n = NaN), new X(e, t, n, r);
}
function dr(e) {
	return e instanceof Gn || (e = cr(e)), e ? (e = e.rgb(), new X(e.r, e.g, e.b, e.opacity)) : new X();
}
function fr(e, t, n, r) {
	return arguments.length === 1 ? dr(e) : new X(e, t, n, r ?? 1);
}
function X(e, t, n, r) {
	this.r = +e, this.g = +t, this.b = +n, this.opacity = +r;
}
Un(X, fr, Wn(Gn, {
	brighter(e) {
		return e = e == null ? qn : qn ** +e, new X(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? Kn : Kn ** +e, new X(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	rgb() {
		return this;
	},
	clamp() {
		return new X(_r(this.r), _r(this.g), _r(this.b), gr(this.opacity));
	},
	displayable() {
		return -.5 <= this.r && this.r < 255.5 && -.5 <= this.g && this.g < 255.5 && -.5 <= this.b && this.b < 255.5 && 0 <= this.opacity && this.opacity <= 1;
	},
	hex: pr,
	formatHex: pr,
	formatHex8: mr,
	formatRgb: hr,
	toString: hr
}));
function pr() {
	return `#${vr(this.r)}${vr(this.g)}${vr(this.b)}`;
}
function mr() {
	return `#${vr(this.r)}${vr(this.g)}${vr(this.b)}${vr((isNaN(this.opacity) ? 1 : this.opacity) * 255)}`;
}
function hr() {
	let e = gr(this.opacity);
	return `${e === 1 ? "rgb(" : "rgba("}${_r(this.r)}, ${_r(this.g)}, ${_r(this.b)}${e === 1 ? ")" : `, ${e})`}`;
}
function gr(e) {
	return isNaN(e) ? 1 : Math.max(0, Math.min(1, e));
}
function _r(e) {
	return Math.max(0, Math.min(255, Math.round(e) || 0));
}
function vr(e) {
	return e = _r(e), (e < 16 ? "0" : "") + e.toString(16);
}
function yr(e, t, n, r) {
	return r <= 0 ? e = t = n = NaN : n <= 0 || n >= 1 ? e = t = NaN : t <= 0 && (e = NaN), new Z(e, t, n, r);
}
function br(e) {
	if (e instanceof Z) return new Z(e.h, e.s, e.l, e.opacity);
	if (e instanceof Gn || (e = cr(e)), !e) return new Z();
	if (e instanceof Z) return e;
	e = e.rgb();
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = Math.min(t, n, r), a = Math.max(t, n, r), o = NaN, s = a - i, c = (a + i) / 2;
	return s ? (o = t === a ? (n - r) / s + (n < r) * 6 : n === a ? (r - t) / s + 2 : (t - n) / s + 4, s /= c < .5 ? a + i : 2 - a - i, o *= 60) : s = c > 0 && c < 1 ? 0 : o, new Z(o, s, c, e.opacity);
}
function xr(e, t, n, r) {
	return arguments.length === 1 ? br(e) : new Z(e, t, n, r ?? 1);
}
function Z(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
Un(Z, xr, Wn(Gn, {
	brighter(e) {
		return e = e == null ? qn : qn ** +e, new Z(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? Kn : Kn ** +e, new Z(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = this.h % 360 + (this.h < 0) * 360, t = isNaN(e) || isNaN(this.s) ? 0 : this.s, n = this.l, r = n + (n < .5 ? n : 1 - n) * t, i = 2 * n - r;
		return new X(wr(e >= 240 ? e - 240 : e + 120, i, r), wr(e, i, r), wr(e < 120 ? e + 240 : e - 120, i, r), this.opacity);
	},
	clamp() {
		return new Z(Sr(this.h), Cr(this.s), Cr(this.l), gr(this.opacity));
	},
	displayable() {
		return (0 <= this.s && this.s <= 1 || isNaN(this.s)) && 0 <= this.l && this.l <= 1 && 0 <= this.opacity && this.opacity <= 1;
	},
	formatHsl() {
		let e = gr(this.opacity);
		return `${e === 1 ? "hsl(" : "hsla("}${Sr(this.h)}, ${Cr(this.s) * 100}%, ${Cr(this.l) * 100}%${e === 1 ? ")" : `, ${e})`}`;
	}
}));
function Sr(e) {
	return e = (e || 0) % 360, e < 0 ? e + 360 : e;
}
function Cr(e) {
	return Math.max(0, Math.min(1, e || 0));
}
function wr(e, t, n) {
	return (e < 60 ? t + (n - t) * e / 60 : e < 180 ? n : e < 240 ? t + (n - t) * (240 - e) / 60 : t) * 255;
}
var Tr = Math.PI / 180, Er = 180 / Math.PI, Dr = 18, Or = .96422, kr = 1, Ar = .82521, jr = 4 / 29, Mr = 6 / 29, Nr = 3 * Mr * Mr, Pr = Mr * Mr * Mr;
function Fr(e) {
	if (e instanceof Q) return new Q(e.l, e.a, e.b, e.opacity);
	if (e instanceof Ur) return Wr(e);
	e instanceof X || (e = dr(e));
	var t = Br(e.r), n = Br(e.g), r = Br(e.b), i = Lr((.2225045 * t + .7168786 * n + .0606169 * r) / kr), a, o;
	return t === n && n === r ? a = o = i : (a = Lr((.4360747 * t + .3850649 * n + .1430804 * r) / Or), o = Lr((.0139322 * t + .0971045 * n + .7141733 * r) / Ar)), new Q(116 * i - 16, 500 * (a - i), 200 * (i - o), e.opacity);
}
function Ir(e, t, n, r) {
	return arguments.length === 1 ? Fr(e) : new Q(e, t, n, r ?? 1);
}
function Q(e, t, n, r) {
	this.l = +e, this.a = +t, this.b = +n, this.opacity = +r;
}
Un(Q, Ir, Wn(Gn, {
	brighter(e) {
		return new Q(this.l + Dr * (e ?? 1), this.a, this.b, this.opacity);
	},
	darker(e) {
		return new Q(this.l - Dr * (e ?? 1), this.a, this.b, this.opacity);
	},
	rgb() {
		var e = (this.l + 16) / 116, t = isNaN(this.a) ? e : e + this.a / 500, n = isNaN(this.b) ? e : e - this.b / 200;
		return t = Or * Rr(t), e = kr * Rr(e), n = Ar * Rr(n), new X(zr(3.1338561 * t - 1.6168667 * e - .4906146 * n), zr(-.9787684 * t + 1.9161415 * e + .033454 * n), zr(.0719453 * t - .2289914 * e + 1.4052427 * n), this.opacity);
	}
}));
function Lr(e) {
	return e > Pr ? e ** (1 / 3) : e / Nr + jr;
}
function Rr(e) {
	return e > Mr ? e * e * e : Nr * (e - jr);
}
function zr(e) {
	return 255 * (e <= .0031308 ? 12.92 * e : 1.055 * e ** (1 / 2.4) - .055);
}
function Br(e) {
	return (e /= 255) <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function Vr(e) {
	if (e instanceof Ur) return new Ur(e.h, e.c, e.l, e.opacity);
	if (e instanceof Q || (e = Fr(e)), e.a === 0 && e.b === 0) return new Ur(NaN, 0 < e.l && e.l < 100 ? 0 : NaN, e.l, e.opacity);
	var t = Math.atan2(e.b, e.a) * Er;
	return new Ur(t < 0 ? t + 360 : t, Math.sqrt(e.a * e.a + e.b * e.b), e.l, e.opacity);
}
function Hr(e, t, n, r) {
	return arguments.length === 1 ? Vr(e) : new Ur(e, t, n, r ?? 1);
}
function Ur(e, t, n, r) {
	this.h = +e, this.c = +t, this.l = +n, this.opacity = +r;
}
function Wr(e) {
	if (isNaN(e.h)) return new Q(e.l, 0, 0, e.opacity);
	var t = e.h * Tr;
	return new Q(e.l, Math.cos(t) * e.c, Math.sin(t) * e.c, e.opacity);
}
Un(Ur, Hr, Wn(Gn, {
	brighter(e) {
		return new Ur(this.h, this.c, this.l + Dr * (e ?? 1), this.opacity);
	},
	darker(e) {
		return new Ur(this.h, this.c, this.l - Dr * (e ?? 1), this.opacity);
	},
	rgb() {
		return Wr(this).rgb();
	}
}));
var Gr = -.14861, Kr = 1.78277, qr = -.29227, Jr = -.90649, Yr = 1.97294, Xr = Yr * Jr, Zr = Yr * Kr, Qr = Kr * qr - Jr * Gr;
function $r(e) {
	if (e instanceof ti) return new ti(e.h, e.s, e.l, e.opacity);
	e instanceof X || (e = dr(e));
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = (Qr * r + Xr * t - Zr * n) / (Qr + Xr - Zr), a = r - i, o = (Yr * (n - i) - qr * a) / Jr, s = Math.sqrt(o * o + a * a) / (Yr * i * (1 - i)), c = s ? Math.atan2(o, a) * Er - 120 : NaN;
	return new ti(c < 0 ? c + 360 : c, s, i, e.opacity);
}
function ei(e, t, n, r) {
	return arguments.length === 1 ? $r(e) : new ti(e, t, n, r ?? 1);
}
function ti(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
Un(ti, ei, Wn(Gn, {
	brighter(e) {
		return e = e == null ? qn : qn ** +e, new ti(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? Kn : Kn ** +e, new ti(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = isNaN(this.h) ? 0 : (this.h + 120) * Tr, t = +this.l, n = isNaN(this.s) ? 0 : this.s * t * (1 - t), r = Math.cos(e), i = Math.sin(e);
		return new X(255 * (t + n * (Gr * r + Kr * i)), 255 * (t + n * (qr * r + Jr * i)), 255 * (t + Yr * r * n), this.opacity);
	}
}));
var ni = (e) => () => e;
function ri(e, t) {
	return function(n) {
		return e + n * t;
	};
}
function ii(e, t, n) {
	return e **= +n, t = t ** +n - e, n = 1 / n, function(r) {
		return (e + r * t) ** +n;
	};
}
function ai(e, t) {
	var n = t - e;
	return n ? ri(e, n > 180 || n < -180 ? n - 360 * Math.round(n / 360) : n) : ni(isNaN(e) ? t : e);
}
function oi(e) {
	return (e = +e) == 1 ? si : function(t, n) {
		return n - t ? ii(t, n, e) : ni(isNaN(t) ? n : t);
	};
}
function si(e, t) {
	var n = t - e;
	return n ? ri(e, n) : ni(isNaN(e) ? t : e);
}
var ci = (function e(t) {
	var n = oi(t);
	function r(e, t) {
		var r = n((e = fr(e)).r, (t = fr(t)).r), i = n(e.g, t.g), a = n(e.b, t.b), o = si(e.opacity, t.opacity);
		return function(t) {
			return e.r = r(t), e.g = i(t), e.b = a(t), e.opacity = o(t), e + "";
		};
	}
	return r.gamma = e, r;
})(1);
function li(e, t) {
	t ||= [];
	var n = e ? Math.min(t.length, e.length) : 0, r = t.slice(), i;
	return function(a) {
		for (i = 0; i < n; ++i) r[i] = e[i] * (1 - a) + t[i] * a;
		return r;
	};
}
function ui(e) {
	return ArrayBuffer.isView(e) && !(e instanceof DataView);
}
function di(e, t) {
	for (var n = t ? t.length : 0, r = e ? Math.min(n, e.length) : 0, i = Array(r), a = Array(n), o = 0; o < r; ++o) i[o] = bi(e[o], t[o]);
	for (; o < n; ++o) a[o] = t[o];
	return function(e) {
		for (o = 0; o < r; ++o) a[o] = i[o](e);
		return a;
	};
}
function fi(e, t) {
	var n = /* @__PURE__ */ new Date();
	return e = +e, t = +t, function(r) {
		return n.setTime(e * (1 - r) + t * r), n;
	};
}
function pi(e, t) {
	return e = +e, t = +t, function(n) {
		return e * (1 - n) + t * n;
	};
}
function mi(e, t) {
	var n = {}, r = {}, i;
	for (i in typeof e == "object" && e || (e = {}), typeof t == "object" && t || (t = {}), t) i in e ? n[i] = bi(e[i], t[i]) : r[i] = t[i];
	return function(e) {
		for (i in n) r[i] = n[i](e);
		return r;
	};
}
var hi = /[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g, gi = new RegExp(hi.source, "g");
function _i(e) {
	return function() {
		return e;
	};
}
function vi(e) {
	return function(t) {
		return e(t) + "";
	};
}
function yi(e, t) {
	var n = hi.lastIndex = gi.lastIndex = 0, r, i, a, o = -1, s = [], c = [];
	for (e += "", t += ""; (r = hi.exec(e)) && (i = gi.exec(t));) (a = i.index) > n && (a = t.slice(n, a), s[o] ? s[o] += a : s[++o] = a), (r = r[0]) === (i = i[0]) ? s[o] ? s[o] += i : s[++o] = i : (s[++o] = null, c.push({
		i: o,
		x: pi(r, i)
	})), n = gi.lastIndex;
	return n < t.length && (a = t.slice(n), s[o] ? s[o] += a : s[++o] = a), s.length < 2 ? c[0] ? vi(c[0].x) : _i(t) : (t = c.length, function(e) {
		for (var n = 0, r; n < t; ++n) s[(r = c[n]).i] = r.x(e);
		return s.join("");
	});
}
function bi(e, t) {
	var n = typeof t, r;
	return t == null || n === "boolean" ? ni(t) : (n === "number" ? pi : n === "string" ? (r = cr(t)) ? (t = r, ci) : yi : t instanceof cr ? ci : t instanceof Date ? fi : ui(t) ? li : Array.isArray(t) ? di : typeof t.valueOf != "function" && typeof t.toString != "function" || isNaN(t) ? mi : pi)(e, t);
}
function xi(e, t) {
	return e = +e, t = +t, function(n) {
		return Math.round(e * (1 - n) + t * n);
	};
}
var Si = 1e-12;
function Ci(e) {
	return ((e = Math.exp(e)) + 1 / e) / 2;
}
function wi(e) {
	return ((e = Math.exp(e)) - 1 / e) / 2;
}
function Ti(e) {
	return ((e = Math.exp(2 * e)) - 1) / (e + 1);
}
(function e(t, n, r) {
	function i(e, i) {
		var a = e[0], o = e[1], s = e[2], c = i[0], l = i[1], u = i[2], d = c - a, f = l - o, p = d * d + f * f, m, h;
		if (p < Si) h = Math.log(u / s) / t, m = function(e) {
			return [
				a + e * d,
				o + e * f,
				s * Math.exp(t * e * h)
			];
		};
		else {
			var g = Math.sqrt(p), _ = (u * u - s * s + r * p) / (2 * s * n * g), v = (u * u - s * s - r * p) / (2 * u * n * g), y = Math.log(Math.sqrt(_ * _ + 1) - _);
			h = (Math.log(Math.sqrt(v * v + 1) - v) - y) / t, m = function(e) {
				var r = e * h, i = Ci(y), c = s / (n * g) * (i * Ti(t * r + y) - wi(y));
				return [
					a + c * d,
					o + c * f,
					s * i / Ci(t * r + y)
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
function Ei(e) {
	return (function t(n) {
		n = +n;
		function r(t, r) {
			var i = e((t = ei(t)).h, (r = ei(r)).h), a = si(t.s, r.s), o = si(t.l, r.l), s = si(t.opacity, r.opacity);
			return function(e) {
				return t.h = i(e), t.s = a(e), t.l = o(e ** +n), t.opacity = s(e), t + "";
			};
		}
		return r.gamma = t, r;
	})(1);
}
Ei(ai), Ei(si);
// node_modules/d3-format/dist/d3-format.mjs
function Di(e) {
	return Math.abs(e = Math.round(e)) >= 1e21 ? e.toLocaleString("en").replace(/,/g, "") : e.toString(10);
}
function Oi(e, t) {
	if (!isFinite(e) || e === 0) return null;
	var n = (e = t ? e.toExponential(t - 1) : e.toExponential()).indexOf("e"), r = e.slice(0, n);
	return [r.length > 1 ? r[0] + r.slice(2) : r, +e.slice(n + 1)];
}
function ki(e) {
	return e = Oi(Math.abs(e)), e ? e[1] : NaN;
}
function Ai(e, t) {
	return function(n, r) {
		for (var i = n.length, a = [], o = 0, s = e[0], c = 0; i > 0 && s > 0 && (c + s + 1 > r && (s = Math.max(1, r - c)), a.push(n.substring(i -= s, i + s)), !((c += s + 1) > r));) s = e[o = (o + 1) % e.length];
		return a.reverse().join(t);
	};
}
function ji(e) {
	return function(t) {
		return t.replace(/[0-9]/g, function(t) {
			return e[+t];
		});
	};
}
var Mi = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(\.\d+)?(~)?([a-z%])?$/i;
function Ni(e) {
	if (!(t = Mi.exec(e))) throw Error("invalid format: " + e);
	var t;
	return new Pi({
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
Ni.prototype = Pi.prototype;
function Pi(e) {
	this.fill = e.fill === void 0 ? " " : e.fill + "", this.align = e.align === void 0 ? ">" : e.align + "", this.sign = e.sign === void 0 ? "-" : e.sign + "", this.symbol = e.symbol === void 0 ? "" : e.symbol + "", this.zero = !!e.zero, this.width = e.width === void 0 ? void 0 : +e.width, this.comma = !!e.comma, this.precision = e.precision === void 0 ? void 0 : +e.precision, this.trim = !!e.trim, this.type = e.type === void 0 ? "" : e.type + "";
}
Pi.prototype.toString = function() {
	return this.fill + this.align + this.sign + this.symbol + (this.zero ? "0" : "") + (this.width === void 0 ? "" : Math.max(1, this.width | 0)) + (this.comma ? "," : "") + (this.precision === void 0 ? "" : "." + Math.max(0, this.precision | 0)) + (this.trim ? "~" : "") + this.type;
};
function Fi(e) {
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
var Ii;
function Li(e, t) {
	var n = Oi(e, t);
	if (!n) return Ii = void 0, e.toPrecision(t);
	var r = n[0], i = n[1], a = i - (Ii = Math.max(-8, Math.min(8, Math.floor(i / 3))) * 3) + 1, o = r.length;
	return a === o ? r : a > o ? r + Array(a - o + 1).join("0") : a > 0 ? r.slice(0, a) + "." + r.slice(a) : "0." + Array(1 - a).join("0") + Oi(e, Math.max(0, t + a - 1))[0];
}
function Ri(e, t) {
	var n = Oi(e, t);
	if (!n) return e + "";
	var r = n[0], i = n[1];
	return i < 0 ? "0." + Array(-i).join("0") + r : r.length > i + 1 ? r.slice(0, i + 1) + "." + r.slice(i + 1) : r + Array(i - r.length + 2).join("0");
}
var zi = {
	"%": (e, t) => (e * 100).toFixed(t),
	b: (e) => Math.round(e).toString(2),
	c: (e) => e + "",
	d: Di,
	e: (e, t) => e.toExponential(t),
	f: (e, t) => e.toFixed(t),
	g: (e, t) => e.toPrecision(t),
	o: (e) => Math.round(e).toString(8),
	p: (e, t) => Ri(e * 100, t),
	r: Ri,
	s: Li,
	X: (e) => Math.round(e).toString(16).toUpperCase(),
	x: (e) => Math.round(e).toString(16)
};
function Bi(e) {
	return e;
}
var Vi = Array.prototype.map, Hi = [
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
function Ui(e) {
	var t = e.grouping === void 0 || e.thousands === void 0 ? Bi : Ai(Vi.call(e.grouping, Number), e.thousands + ""), n = e.currency === void 0 ? "" : e.currency[0] + "", r = e.currency === void 0 ? "" : e.currency[1] + "", i = e.decimal === void 0 ? "." : e.decimal + "", a = e.numerals === void 0 ? Bi : ji(Vi.call(e.numerals, String)), o = e.percent === void 0 ? "%" : e.percent + "", s = e.minus === void 0 ? "−" : e.minus + "", c = e.nan === void 0 ? "NaN" : e.nan + "";
	function l(e, l) {
		e = Ni(e);
		var u = e.fill, d = e.align, f = e.sign, p = e.symbol, m = e.zero, h = e.width, g = e.comma, _ = e.precision, v = e.trim, y = e.type;
		y === "n" ? (g = !0, y = "g") : zi[y] || (_ === void 0 && (_ = 12), v = !0, y = "g"), (m || u === "0" && d === "=") && (m = !0, u = "0", d = "=");
		var b = (l && l.prefix !== void 0 ? l.prefix : "") + (p === "$" ? n : p === "#" && /[boxX]/.test(y) ? "0" + y.toLowerCase() : ""), x = (p === "$" ? r : /[%p]/.test(y) ? o : "") + (l && l.suffix !== void 0 ? l.suffix : ""), S = zi[y], ee = /[defgprs%]/.test(y);
		_ = _ === void 0 ? 6 : /[gprs]/.test(y) ? Math.max(1, Math.min(21, _)) : Math.max(0, Math.min(20, _));
		function C(e) {
			var n = b, r = x, o, l, p;
			if (y === "c") r = S(e) + r, e = "";
			else {
				e = +e;
				var C = e < 0 || 1 / e < 0;
				if (e = isNaN(e) ? c : S(Math.abs(e), _), v && (e = Fi(e)), C && +e == 0 && f !== "+" && (C = !1), n = (C ? f === "(" ? f : s : f === "-" || f === "(" ? "" : f) + n, r = (y === "s" && !isNaN(e) && Ii !== void 0 ? Hi[8 + Ii / 3] : "") + r + (C && f === "(" ? ")" : ""), ee) {
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
		var n = Math.max(-8, Math.min(8, Math.floor(ki(t) / 3))) * 3, r = 10 ** -n, i = l((e = Ni(e), e.type = "f", e), { suffix: Hi[8 + n / 3] });
		return function(e) {
			return i(r * e);
		};
	}
	return {
		format: l,
		formatPrefix: u
	};
}
var Wi, Gi, Ki;
qi({
	thousands: ",",
	grouping: [3],
	currency: ["$", ""]
});
function qi(e) {
	return Wi = Ui(e), Gi = Wi.format, Ki = Wi.formatPrefix, Wi;
}
function Ji(e) {
	return Math.max(0, -ki(Math.abs(e)));
}
function Yi(e, t) {
	return Math.max(0, Math.max(-8, Math.min(8, Math.floor(ki(t) / 3))) * 3 - ki(Math.abs(e)));
}
function Xi(e, t) {
	return e = Math.abs(e), t = Math.abs(t) - e, Math.max(0, ki(t) - ki(e)) + 1;
}
// node_modules/d3-scale/dist/d3-scale.mjs
function Zi(e, t) {
	switch (arguments.length) {
		case 0: break;
		case 1:
			this.range(e);
			break;
		default: this.range(t).domain(e);
	}
	return this;
}
function Qi(e) {
	return function() {
		return e;
	};
}
function $i(e) {
	return +e;
}
var ea = [0, 1];
function ta(e) {
	return e;
}
function na(e, t) {
	return (t -= e = +e) ? function(n) {
		return (n - e) / t;
	} : Qi(isNaN(t) ? NaN : .5);
}
function ra(e, t) {
	var n;
	return e > t && (n = e, e = t, t = n), function(n) {
		return Math.max(e, Math.min(t, n));
	};
}
function ia(e, t, n) {
	var r = e[0], i = e[1], a = t[0], o = t[1];
	return i < r ? (r = na(i, r), a = n(o, a)) : (r = na(r, i), a = n(a, o)), function(e) {
		return a(r(e));
	};
}
function aa(e, t, n) {
	var r = Math.min(e.length, t.length) - 1, i = Array(r), a = Array(r), o = -1;
	for (e[r] < e[0] && (e = e.slice().reverse(), t = t.slice().reverse()); ++o < r;) i[o] = na(e[o], e[o + 1]), a[o] = n(t[o], t[o + 1]);
	return function(t) {
		var n = Nn(e, t, 1, r) - 1;
		return a[n](i[n](t));
	};
}
function oa(e, t) {
	return t.domain(e.domain()).range(e.range()).interpolate(e.interpolate()).clamp(e.clamp()).unknown(e.unknown());
}
function sa() {
	var e = ea, t = ea, n = bi, r, i, a, o = ta, s, c, l;
	function u() {
		var n = Math.min(e.length, t.length);
		return o !== ta && (o = ra(e[0], e[n - 1])), s = n > 2 ? aa : ia, c = l = null, d;
	}
	function d(i) {
		return i == null || isNaN(i = +i) ? a : (c ||= s(e.map(r), t, n))(r(o(i)));
	}
	return d.invert = function(n) {
		return o(i((l ||= s(t, e.map(r), pi))(n)));
	}, d.domain = function(t) {
		return arguments.length ? (e = Array.from(t, $i), u()) : e.slice();
	}, d.range = function(e) {
		return arguments.length ? (t = Array.from(e), u()) : t.slice();
	}, d.rangeRound = function(e) {
		return t = Array.from(e), n = xi, u();
	}, d.clamp = function(e) {
		return arguments.length ? (o = e ? !0 : ta, u()) : o !== ta;
	}, d.interpolate = function(e) {
		return arguments.length ? (n = e, u()) : n;
	}, d.unknown = function(e) {
		return arguments.length ? (a = e, d) : a;
	}, function(e, t) {
		return r = e, i = t, u();
	};
}
function ca() {
	return sa()(ta, ta);
}
function la(e, t, n, r) {
	var i = Vn(e, t, n), a;
	switch (r = Ni(r ?? ",f"), r.type) {
		case "s":
			var o = Math.max(Math.abs(e), Math.abs(t));
			return r.precision == null && !isNaN(a = Yi(i, o)) && (r.precision = a), Ki(r, o);
		case "":
		case "e":
		case "g":
		case "p":
		case "r":
			r.precision == null && !isNaN(a = Xi(i, Math.max(Math.abs(e), Math.abs(t)))) && (r.precision = a - (r.type === "e"));
			break;
		case "f":
		case "%": r.precision == null && !isNaN(a = Ji(i)) && (r.precision = a - (r.type === "%") * 2);
	}
	return Gi(r);
}
function ua(e) {
	var t = e.domain;
	return e.ticks = function(e) {
		var n = t();
		return zn(n[0], n[n.length - 1], e ?? 10);
	}, e.tickFormat = function(e, n) {
		var r = t();
		return la(r[0], r[r.length - 1], e ?? 10, n);
	}, e.nice = function(n) {
		n ??= 10;
		var r = t(), i = 0, a = r.length - 1, o = r[i], s = r[a], c, l, u = 10;
		for (s < o && (l = o, o = s, s = l, l = i, i = a, a = l); u-- > 0;) {
			if (l = Bn(o, s, n), l === c) return r[i] = o, r[a] = s, t(r);
			if (l > 0) o = Math.floor(o / l) * l, s = Math.ceil(s / l) * l;
			else if (l < 0) o = Math.ceil(o * l) / l, s = Math.floor(s * l) / l;
			else break;
			c = l;
		}
		return e;
	}, e;
}
function da() {
	var e = ca();
	return e.copy = function() {
		return oa(e, da());
	}, Zi.apply(e, arguments), ua(e);
}
function fa(e) {
	return function(t) {
		return t < 0 ? -((-t) ** +e) : t ** +e;
	};
}
function pa(e) {
	return e < 0 ? -Math.sqrt(-e) : Math.sqrt(e);
}
function ma(e) {
	return e < 0 ? -e * e : e * e;
}
function ha(e) {
	var t = e(ta, ta), n = 1;
	function r() {
		return n === 1 ? e(ta, ta) : n === .5 ? e(pa, ma) : e(fa(n), fa(1 / n));
	}
	return t.exponent = function(e) {
		return arguments.length ? (n = +e, r()) : n;
	}, ua(t);
}
function ga() {
	var e = ha(sa());
	return e.copy = function() {
		return oa(e, ga()).exponent(e.exponent());
	}, Zi.apply(e, arguments), e;
}
function _a() {
	return ga.apply(null, arguments).exponent(.5);
}
// node_modules/d3-path/dist/d3-path.mjs
var va = Math.PI, ya = 2 * va, ba = 1e-6, xa = ya - ba;
function Sa(e) {
	this._ += e[0];
	for (let t = 1, n = e.length; t < n; ++t) this._ += arguments[t] + e[t];
}
function Ca(e) {
	let t = Math.floor(e);
	if (!(t >= 0)) throw Error(`invalid digits: ${e}`);
	if (t > 15) return Sa;
	let n = 10 ** t;
	return function(e) {
		this._ += e[0];
		for (let t = 1, r = e.length; t < r; ++t) this._ += Math.round(arguments[t] * n) / n + e[t];
	};
}
function wa(e, t, n, r) {
	return e === n && t === r;
}
function Ta(e) {
	let t = Math.floor(e);
	if (!(t <= 15)) return wa;
	let n = 10 ** t, r = function(e) {
		return Math.round(e * n);
	};
	return function(e, t, n, i) {
		return r(e) === r(n) && r(t) === r(i);
	};
}
var Ea = class {
	constructor(e) {
		this._x0 = this._y0 = this._x1 = this._y1 = null, this._ = "", this._append = e == null ? Sa : Ca(e), this._equal = e == null ? wa : Ta(e);
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
		else if (d > ba) {
			if (!(Math.abs(u * s - c * l) > ba) || !i) this._append`L${this._x1 = e},${this._y1 = t}`;
			else {
				let f = n - a, p = r - o, m = s * s + c * c, h = f * f + p * p, g = Math.sqrt(m), _ = Math.sqrt(d), v = i * Math.tan((va - Math.acos((m + d - h) / (2 * g * _))) / 2), y = v / _, b = v / g;
				Math.abs(y - 1) > ba && this._append`L${e + y * l},${t + y * u}`, this._append`A${i},${i},0,0,${+(u * f > l * p)},${this._x1 = e + b * s},${this._y1 = t + b * c}`;
			}
		}
	}
	arc(e, t, n, r, i, a) {
		if (e = +e, t = +t, n = +n, a = !!a, n < 0) throw Error(`negative radius: ${n}`);
		let o = n * Math.cos(r), s = n * Math.sin(r), c = e + o, l = t + s, u = 1 ^ a, d = a ? r - i : i - r;
		if (this._x1 === null ? this._append`M${c},${l}` : (Math.abs(this._x1 - c) > ba || Math.abs(this._y1 - l) > ba) && this._append`L${c},${l}`, n) {
			if (d < 0 && (d = d % ya + ya), d > xa) this._append`A${n},${n},0,1,${u},${e - o},${t - s}A${n},${n},0,1,${u},${this._x1 = c},${this._y1 = l}`;
			else if (d > ba) {
				let a = e + n * Math.cos(i), o = t + n * Math.sin(i);
				if (d >= va && this._equal(c, l, a, o)) {
					d /= 2;
					let i = r + d;
					this._append`A${n},${n},0,${+(d >= va)},${u},${e + n * Math.cos(i)},${t + n * Math.sin(i)}`;
				}
				this._append`A${n},${n},0,${+(d >= va)},${u},${this._x1 = a},${this._y1 = o}`;
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
Ea.prototype;
// node_modules/d3-shape/dist/d3-shape.mjs
function $(e) {
	return function() {
		return e;
	};
}
var Da = Math.cos, Oa = Math.sin, ka = Math.sqrt, Aa = 1e-12, ja = Math.PI;
ja / 2;
var Ma = 2 * ja;
function Na(e) {
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
	}, () => new Ea(t);
}
Array.prototype.slice;
function Pa(e) {
	return typeof e == "object" && "length" in e ? e : Array.from(e);
}
function Fa(e) {
	this._context = e;
}
Fa.prototype = {
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
function Ia(e) {
	return new Fa(e);
}
function La(e) {
	return e[0];
}
function Ra(e) {
	return e[1];
}
function za(e, t) {
	var n = $(!0), r = null, i = Ia, a = null, o = Na(s);
	e = typeof e == "function" ? e : e === void 0 ? La : $(e), t = typeof t == "function" ? t : t === void 0 ? Ra : $(t);
	function s(s) {
		var c, l = (s = Pa(s)).length, u, d = !1, f;
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
function Ba(e, t, n) {
	var r = null, i = $(!0), a = null, o = Ia, s = null, c = Na(l);
	e = typeof e == "function" ? e : e === void 0 ? La : $(+e), t = typeof t == "function" ? t : $(t === void 0 ? 0 : +t), n = typeof n == "function" ? n : n === void 0 ? Ra : $(+n);
	function l(l) {
		var u, d, f, p = (l = Pa(l)).length, m, h = !1, g, _ = Array(p), v = Array(p);
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
		return za().defined(i).curve(o).context(a);
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
Ha(Ia);
function Va(e) {
	this._curve = e;
}
Va.prototype = {
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
function Ha(e) {
	function t(t) {
		return new Va(e(t));
	}
	return t._curve = e, t;
}
ka(3), ka(1 / 3) * 2;
var Ua = Oa(ja / 10) / Oa(7 * ja / 10);
Oa(Ma / 10) * Ua, -Da(Ma / 10) * Ua, ka(3), ka(3), ka(3) / 2, (1 / ka(12) / 2 + 1) * 3;
function Wa() {}
function Ga(e, t, n) {
	e._context.bezierCurveTo((2 * e._x0 + e._x1) / 3, (2 * e._y0 + e._y1) / 3, (e._x0 + 2 * e._x1) / 3, (e._y0 + 2 * e._y1) / 3, (e._x0 + 4 * e._x1 + t) / 6, (e._y0 + 4 * e._y1 + n) / 6);
}
function Ka(e) {
	this._context = e;
}
Ka.prototype = {
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
			case 3: Ga(this, this._x1, this._y1);
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
			default: Ga(this, e, t);
		}
		this._x0 = this._x1, this._x1 = e, this._y0 = this._y1, this._y1 = t;
	}
};
function qa(e, t) {
	this._basis = new Ka(e), this._beta = t;
}
qa.prototype = {
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
		return t === 1 ? new Ka(e) : new qa(e, t);
	}
	return n.beta = function(t) {
		return e(+t);
	}, n;
})(.85);
function Ja(e, t, n) {
	e._context.bezierCurveTo(e._x1 + e._k * (e._x2 - e._x0), e._y1 + e._k * (e._y2 - e._y0), e._x2 + e._k * (e._x1 - t), e._y2 + e._k * (e._y1 - n), e._x2, e._y2);
}
function Ya(e, t) {
	this._context = e, this._k = (1 - t) / 6;
}
Ya.prototype = {
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
			case 3: Ja(this, this._x1, this._y1);
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
			default: Ja(this, e, t);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return new Ya(e, t);
	}
	return n.tension = function(t) {
		return e(+t);
	}, n;
})(0);
function Xa(e, t) {
	this._context = e, this._k = (1 - t) / 6;
}
Xa.prototype = {
	areaStart: Wa,
	areaEnd: Wa,
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
			default: Ja(this, e, t);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return new Xa(e, t);
	}
	return n.tension = function(t) {
		return e(+t);
	}, n;
})(0);
function Za(e, t) {
	this._context = e, this._k = (1 - t) / 6;
}
Za.prototype = {
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
			default: Ja(this, e, t);
		}
		this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return new Za(e, t);
	}
	return n.tension = function(t) {
		return e(+t);
	}, n;
})(0);
function Qa(e, t, n) {
	var r = e._x1, i = e._y1, a = e._x2, o = e._y2;
	if (e._l01_a > Aa) {
		var s = 2 * e._l01_2a + 3 * e._l01_a * e._l12_a + e._l12_2a, c = 3 * e._l01_a * (e._l01_a + e._l12_a);
		r = (r * s - e._x0 * e._l12_2a + e._x2 * e._l01_2a) / c, i = (i * s - e._y0 * e._l12_2a + e._y2 * e._l01_2a) / c;
	}
	if (e._l23_a > Aa) {
		var l = 2 * e._l23_2a + 3 * e._l23_a * e._l12_a + e._l12_2a, u = 3 * e._l23_a * (e._l23_a + e._l12_a);
		a = (a * l + e._x1 * e._l23_2a - t * e._l12_2a) / u, o = (o * l + e._y1 * e._l23_2a - n * e._l12_2a) / u;
	}
	e._context.bezierCurveTo(r, i, a, o, e._x2, e._y2);
}
function $a(e, t) {
	this._context = e, this._alpha = t;
}
$a.prototype = {
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
			default: Qa(this, e, t);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a, this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a, this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return t ? new $a(e, t) : new Ya(e, 0);
	}
	return n.alpha = function(t) {
		return e(+t);
	}, n;
})(.5);
function eo(e, t) {
	this._context = e, this._alpha = t;
}
eo.prototype = {
	areaStart: Wa,
	areaEnd: Wa,
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
			default: Qa(this, e, t);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a, this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a, this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return t ? new eo(e, t) : new Xa(e, 0);
	}
	return n.alpha = function(t) {
		return e(+t);
	}, n;
})(.5);
function to(e, t) {
	this._context = e, this._alpha = t;
}
to.prototype = {
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
			default: Qa(this, e, t);
		}
		this._l01_a = this._l12_a, this._l12_a = this._l23_a, this._l01_2a = this._l12_2a, this._l12_2a = this._l23_2a, this._x0 = this._x1, this._x1 = this._x2, this._x2 = e, this._y0 = this._y1, this._y1 = this._y2, this._y2 = t;
	}
}, (function e(t) {
	function n(e) {
		return t ? new to(e, t) : new Za(e, 0);
	}
	return n.alpha = function(t) {
		return e(+t);
	}, n;
})(.5);
function no(e) {
	return e < 0 ? -1 : 1;
}
function ro(e, t, n) {
	var r = e._x1 - e._x0, i = t - e._x1, a = (e._y1 - e._y0) / (r || i < 0 && -0), o = (n - e._y1) / (i || r < 0 && -0), s = (a * i + o * r) / (r + i);
	return (no(a) + no(o)) * Math.min(Math.abs(a), Math.abs(o), .5 * Math.abs(s)) || 0;
}
function io(e, t) {
	var n = e._x1 - e._x0;
	return n ? (3 * (e._y1 - e._y0) / n - t) / 2 : t;
}
function ao(e, t, n) {
	var r = e._x0, i = e._y0, a = e._x1, o = e._y1, s = (a - r) / 3;
	e._context.bezierCurveTo(r + s, i + s * t, a - s, o - s * n, a, o);
}
function oo(e) {
	this._context = e;
}
oo.prototype = {
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
			case 3: ao(this, this._t0, io(this, this._t0));
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
					this._point = 3, ao(this, io(this, n = ro(this, e, t)), n);
					break;
				default: ao(this, this._t0, n = ro(this, e, t));
			}
			this._x0 = this._x1, this._x1 = e, this._y0 = this._y1, this._y1 = t, this._t0 = n;
		}
	}
}, Object.create(oo.prototype).point = function(e, t) {
	oo.prototype.point.call(this, t, e);
};
// src/charts.tsx
function so({ children: e, most: t = 1e3 }) {
	let n = ot(null), [r, i] = I(0);
	return at(() => {
		let e = n.current;
		if (!e) return;
		let r = () => i(Math.min(t, Math.round(e.clientWidth)));
		r();
		let a = new ResizeObserver(r);
		return a.observe(e), () => a.disconnect();
	}, []), /* @__PURE__ */ J("div", {
		ref: n,
		children: r > 0 && e(r)
	});
}
function co({ values: e, width: t = 72, height: n = 18 }) {
	let r = Hn(e) || 1, i = da([0, Math.max(1, e.length - 1)], [1, t - 1]), a = da([0, r], [n - 2, 2]), o = e.length > 1 ? e : [...e, ...e], s = za((e, t) => i(t), (e) => a(e))(o) ?? "";
	return /* @__PURE__ */ J("svg", {
		class: "spark",
		width: t,
		height: n,
		viewBox: `0 0 ${t} ${n}`,
		"aria-hidden": "true",
		children: /* @__PURE__ */ J("path", { d: s })
	});
}
function lo(e) {
	return /* @__PURE__ */ J(so, { children: (t) => /* @__PURE__ */ J(uo, {
		...e,
		width: t
	}) });
}
function uo({ points: e, format: t, name: n, width: r, height: i = 170, fromZero: a = !0 }) {
	let o = e.filter((e) => e.value !== null), [s, c] = Pn(o.flatMap((e) => [
		e.value ?? 0,
		e.low ?? e.value ?? 0,
		e.high ?? e.value ?? 0
	])), l = da([0, Math.max(1, e.length - 1)], [46, r - 10]), u = da([a ? 0 : s ?? 0, c || 1], [i - 24, 10]).nice(4), d = e.map((e, t) => ({
		...e,
		i: t
	})), f = za((e) => l(e.i), (e) => u(e.value ?? 0)).defined((e) => e.value !== null)(d) ?? "", p = Ba((e) => l(e.i), (e) => u(e.low ?? 0), (e) => u(e.high ?? 0)).defined((e) => e.value !== null && e.low !== void 0)(d) ?? "", m = Math.max(2, Math.floor((r - 46) / 90)), h = Math.max(1, Math.ceil(e.length / m));
	return /* @__PURE__ */ J("svg", {
		class: "chart",
		width: r,
		height: i,
		viewBox: `0 0 ${r} ${i}`,
		role: "img",
		"aria-label": n,
		children: [
			u.ticks(4).map((e) => /* @__PURE__ */ J("g", { children: [/* @__PURE__ */ J("line", {
				class: "grid",
				x1: 46,
				x2: r - 10,
				y1: u(e),
				y2: u(e)
			}), /* @__PURE__ */ J("text", {
				class: "tick",
				x: 40,
				y: u(e),
				"text-anchor": "end",
				"dominant-baseline": "middle",
				children: t(e)
			})] }, e)),
			e.map((e, t) => t % h === 0 && /* @__PURE__ */ J("text", {
				class: "tick",
				x: l(t),
				y: i - 6,
				"text-anchor": t === 0 ? "start" : "middle",
				children: e.label
			}, e.label)),
			/* @__PURE__ */ J("path", {
				class: "band",
				d: p
			}),
			/* @__PURE__ */ J("path", {
				class: "line",
				d: f
			}),
			o.length === 1 && d.filter((e) => e.value !== null).map((e) => /* @__PURE__ */ J("circle", {
				class: "dot",
				cx: l(e.i),
				cy: u(e.value ?? 0),
				r: "3"
			}, e.i))
		]
	});
}
function fo(e) {
	return /* @__PURE__ */ J(so, {
		most: 640,
		children: (t) => /* @__PURE__ */ J(po, {
			...e,
			width: t
		})
	});
}
function po({ bars: e, name: t, onSelect: n, width: r, labelWidth: i = 130 }) {
	let a = Math.min(i, r * .4), o = da([0, Hn(e, (e) => Math.max(e.value, e.ground ?? 0, e.high ?? 0)) || 1], [a + 8, r - 56]);
	return /* @__PURE__ */ J("svg", {
		class: "chart",
		width: r,
		height: e.length * 22 + 4,
		viewBox: `0 0 ${r} ${e.length * 22 + 4}`,
		role: n ? "group" : "img",
		"aria-label": t,
		children: e.map((e, t) => /* @__PURE__ */ J("g", {
			transform: `translate(0 ${t * 22 + 2})`,
			...mo(t, n),
			children: [
				/* @__PURE__ */ J("rect", {
					class: "hit",
					x: "0",
					y: "0",
					width: r,
					height: 22
				}),
				/* @__PURE__ */ J("text", {
					class: "label",
					x: a,
					y: 11,
					"text-anchor": "end",
					"dominant-baseline": "central",
					children: e.label
				}),
				e.ground !== void 0 && /* @__PURE__ */ J("rect", {
					class: "ground",
					x: o(0),
					y: "5",
					height: "12",
					width: Math.max(0, o(e.ground) - o(0)),
					rx: "1.5"
				}),
				/* @__PURE__ */ J("rect", {
					class: "bar",
					x: o(0),
					y: "5",
					height: "12",
					width: Math.max(1, o(e.value) - o(0)),
					rx: "1.5"
				}),
				e.low !== void 0 && e.high !== void 0 && /* @__PURE__ */ J("line", {
					class: "interval",
					x1: o(e.low),
					x2: o(e.high),
					y1: 11,
					y2: 11
				}),
				/* @__PURE__ */ J("text", {
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
function mo(e, t) {
	return t ? {
		class: "choice",
		role: "button",
		tabindex: 0,
		onClick: () => t(e),
		onKeyDown: (n) => {
			(n.key === "Enter" || n.key === " ") && (n.preventDefault(), t(e));
		}
	} : {};
}
// src/picture.ts
var ho = [
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
function go(e) {
	let t = e.cloneNode(!0), { width: n, height: r } = e.getBoundingClientRect();
	t.setAttribute("xmlns", "http://www.w3.org/2000/svg"), t.setAttribute("width", String(Math.round(n))), t.setAttribute("height", String(Math.round(r)));
	let i = [e, ...e.querySelectorAll("*")], a = [t, ...t.querySelectorAll("*")];
	i.forEach((e, t) => {
		let n = getComputedStyle(e);
		for (let e of ho) {
			let r = n.getPropertyValue(e);
			r && a[t]?.setAttribute(e, r);
		}
		a[t]?.removeAttribute("class");
	});
	let o = document.createElementNS("http://www.w3.org/2000/svg", "rect");
	return o.setAttribute("width", "100%"), o.setAttribute("height", "100%"), o.setAttribute("fill", getComputedStyle(document.body).backgroundColor), t.insertBefore(o, t.firstChild), new XMLSerializer().serializeToString(t);
}
function _o(e, t) {
	Ue(new Blob([go(e)], { type: "image/svg+xml" }), `${t}.svg`);
}
async function vo(e, t, n = 2) {
	let { width: r, height: i } = e.getBoundingClientRect(), a = URL.createObjectURL(new Blob([go(e)], { type: "image/svg+xml" }));
	try {
		let e = new Image();
		e.src = a, await e.decode();
		let o = document.createElement("canvas");
		o.width = Math.round(r * n), o.height = Math.round(i * n), o.getContext("2d")?.drawImage(e, 0, 0, o.width, o.height);
		let s = await new Promise((e) => o.toBlob(e));
		s && Ue(s, `${t}.png`);
	} finally {
		URL.revokeObjectURL(a);
	}
}
// src/figure.tsx
function yo({ title: e, note: t, table: n, children: r, controls: i }) {
	let [a, o] = I(!1), s = ot(null), c = e.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "chart", l = () => s.current?.querySelector("svg") ?? null;
	return /* @__PURE__ */ J("section", {
		class: "figure",
		"aria-label": e,
		children: [
			/* @__PURE__ */ J("header", { children: [
				/* @__PURE__ */ J("h3", { children: e }),
				i,
				/* @__PURE__ */ J("span", {
					class: "tools",
					children: [/* @__PURE__ */ J("button", {
						type: "button",
						"aria-pressed": a,
						onClick: () => o(!a),
						children: a ? "Chart" : "Table"
					}), !a && /* @__PURE__ */ J(x, { children: [/* @__PURE__ */ J("button", {
						type: "button",
						"aria-label": `Save ${e} as SVG`,
						onClick: () => {
							let e = l();
							e && _o(e, c);
						},
						children: "SVG"
					}), /* @__PURE__ */ J("button", {
						type: "button",
						"aria-label": `Save ${e} as PNG`,
						onClick: () => {
							let e = l();
							e && vo(e, c);
						},
						children: "PNG"
					})] })]
				})
			] }),
			t && /* @__PURE__ */ J("p", {
				class: "note",
				children: t
			}),
			/* @__PURE__ */ J("div", {
				ref: s,
				children: a ? /* @__PURE__ */ J(bo, {
					data: n,
					caption: e
				}) : r
			})
		]
	});
}
function bo({ data: e, caption: t }) {
	return /* @__PURE__ */ J("div", {
		class: "scroll",
		tabIndex: 0,
		role: "region",
		"aria-label": `${t}, table`,
		children: /* @__PURE__ */ J("table", { children: [
			/* @__PURE__ */ J("caption", {
				class: "hidden",
				children: t
			}),
			/* @__PURE__ */ J("thead", { children: /* @__PURE__ */ J("tr", { children: e.head.map((e) => /* @__PURE__ */ J("th", {
				scope: "col",
				children: e
			}, e)) }) }),
			/* @__PURE__ */ J("tbody", { children: e.rows.map((e, t) => /* @__PURE__ */ J("tr", { children: e.map((e, t) => /* @__PURE__ */ J("td", {
				class: typeof e == "number" || /^[-\d.,%]+$/.test(String(e)) ? "number" : "",
				children: e
			}, t)) }, t)) })
		] })
	});
}
// src/views/documents.tsx
function xo({ documents: e, empty: t }) {
	return e.length ? /* @__PURE__ */ J("ul", {
		class: "documents",
		children: e.map((e) => /* @__PURE__ */ J("li", {
			class: gn() ? "choosable" : "",
			children: [gn() && /* @__PURE__ */ J("input", {
				type: "checkbox",
				checked: an.value.has(e.row),
				"aria-label": `Choose ${j(String(e.id))} for a new topic`,
				title: "Choose for a new topic",
				onChange: () => So(e.row)
			}), /* @__PURE__ */ J("button", {
				type: "button",
				class: "document-choice",
				onClick: () => G({ document: e.row }),
				children: [
					/* @__PURE__ */ J("span", {
						class: "id",
						children: j(String(e.id))
					}),
					e.snippet && /* @__PURE__ */ J("span", {
						class: "snippet",
						children: /* @__PURE__ */ J(Co, {
							text: e.snippet,
							spans: e.spans ?? []
						})
					}),
					/* @__PURE__ */ J("span", {
						class: "shares",
						children: e.shares.map(([e, t]) => /* @__PURE__ */ J("span", { children: [
							/* @__PURE__ */ J("b", { children: e }),
							" ",
							W(e, 2),
							" ",
							M(t, 0)
						] }, e))
					})
				]
			})]
		}, e.row))
	}) : /* @__PURE__ */ J("p", {
		class: "empty",
		children: t
	});
}
function So(e) {
	let t = new Set(an.value);
	t.delete(e) || t.add(e), an.value = t;
}
function Co({ text: e, spans: t }) {
	let n = [...e], r = (e, t) => A(n.slice(e, t).join("")), i = [], a = 0;
	for (let [e, n] of t) e > a && i.push(r(a, e)), i.push(/* @__PURE__ */ J("mark", { children: r(e, n) }, e)), a = n;
	return i.push(r(a, n.length)), /* @__PURE__ */ J(x, { children: i });
}
// src/views/steering.tsx
function wo({ answer: e }) {
	let t = e.topic, [n, r] = I(null);
	if (!gn()) return null;
	let i = K.value;
	return /* @__PURE__ */ J("section", {
		class: "figure steering",
		"aria-label": "Change this topic",
		children: [
			/* @__PURE__ */ J("header", { children: /* @__PURE__ */ J("h3", { children: "Change this topic" }) }),
			/* @__PURE__ */ J(To, { topic: t }),
			/* @__PURE__ */ J(Eo, {
				title: "Added",
				words: e.held,
				topic: t,
				busy: i
			}),
			/* @__PURE__ */ J(Eo, {
				title: "Removed",
				words: e.removed,
				topic: t,
				busy: i
			}),
			/* @__PURE__ */ J("div", {
				class: "row",
				children: [
					/* @__PURE__ */ J("label", { children: ["Merge with", /* @__PURE__ */ J("select", {
						disabled: i,
						value: "",
						onChange: (e) => {
							let n = Number(e.currentTarget.value);
							e.currentTarget.value = "", q({
								edit: "merge",
								topics: [t, n]
							});
						},
						children: [/* @__PURE__ */ J("option", {
							value: "",
							children: "choose a topic"
						}), ln.value.filter((e) => e.topic !== t).map((e) => /* @__PURE__ */ J("option", {
							value: e.topic,
							children: [
								e.topic,
								" ",
								W(e.topic)
							]
						}, e.topic))]
					})] }),
					/* @__PURE__ */ J("button", {
						type: "button",
						disabled: i,
						onClick: () => {
							B.value?.request("preview_split", { topic: t }).then(r, (e) => {
								U.value = e.message;
							});
						},
						children: "Split…"
					}),
					/* @__PURE__ */ J("button", {
						type: "button",
						disabled: i,
						"aria-pressed": e.locked,
						onClick: () => void q({
							edit: e.locked ? "unlock" : "lock",
							topics: [t]
						}),
						children: e.locked ? "Locked" : "Lock"
					}),
					/* @__PURE__ */ J("button", {
						type: "button",
						disabled: i,
						onClick: () => {
							q({
								edit: "delete",
								topic: t
							}).then((e) => e && G({ topic: null }));
						},
						children: "Delete"
					})
				]
			}),
			n && n.topic === t && /* @__PURE__ */ J("div", {
				class: "split",
				role: "group",
				"aria-label": "Preview of the split",
				children: [n.parts.map((e, n) => /* @__PURE__ */ J("p", { children: [
					/* @__PURE__ */ J("b", { children: n === 0 ? `Stays in topic ${t}` : "New topic" }),
					" ",
					/* @__PURE__ */ J("span", {
						class: "muted",
						children: M(e.share, 0)
					}),
					/* @__PURE__ */ J("br", {}),
					e.words.map(j).join(" ")
				] }, n)), /* @__PURE__ */ J("div", {
					class: "row",
					children: [/* @__PURE__ */ J("button", {
						type: "button",
						class: "main",
						disabled: i,
						onClick: () => {
							q({
								edit: "split",
								topic: t,
								preview: n.preview
							}), r(null);
						},
						children: "Split so"
					}), /* @__PURE__ */ J("button", {
						type: "button",
						onClick: () => r(null),
						children: "Cancel"
					})]
				})]
			})
		]
	});
}
function To({ topic: e }) {
	let [t, n] = I(""), [r, i] = I([]), a = (e) => {
		n(e);
		let t = xn(e).pop() ?? "";
		t.length > 1 && B.value?.request("suggest", { prefix: t }).then((e) => i(e.words), () => i([]));
	}, o = xn(t), s = (t) => {
		o.length && q(t === "stop" ? {
			edit: t,
			words: o
		} : {
			edit: t,
			topic: e,
			words: o
		}).then((e) => e && n(""));
	}, c = K.value || !o.length;
	return /* @__PURE__ */ J("form", {
		class: "row",
		onSubmit: (e) => {
			e.preventDefault(), s("add");
		},
		children: [
			/* @__PURE__ */ J("label", {
				class: "grow",
				children: [/* @__PURE__ */ J("span", {
					class: "hidden",
					children: "Words to add or remove"
				}), /* @__PURE__ */ J("input", {
					name: "words",
					list: "known-words",
					autocomplete: "off",
					maxLength: 300,
					placeholder: "Words to add or remove",
					value: t,
					onInput: (e) => a(e.currentTarget.value)
				})]
			}),
			/* @__PURE__ */ J("datalist", {
				id: "known-words",
				children: r.map((e) => /* @__PURE__ */ J("option", { value: e }, e))
			}),
			/* @__PURE__ */ J("button", {
				type: "submit",
				disabled: c,
				children: "Add"
			}),
			/* @__PURE__ */ J("button", {
				type: "button",
				disabled: c,
				onClick: () => s("remove"),
				children: "Remove"
			}),
			/* @__PURE__ */ J("button", {
				type: "button",
				disabled: c,
				title: "Ignore the words in all topics",
				onClick: () => s("stop"),
				children: "Stop everywhere"
			})
		]
	});
}
function Eo({ title: e, words: t, topic: n, busy: r }) {
	return t.length ? /* @__PURE__ */ J("p", {
		class: "chips",
		children: [
			/* @__PURE__ */ J("span", {
				class: "muted",
				children: e
			}),
			t.slice(0, 30).map((e) => /* @__PURE__ */ J("button", {
				type: "button",
				disabled: r,
				"aria-label": `${j(e)} ×: let the documents decide again`,
				title: "Let the documents decide again",
				onClick: () => void q({
					edit: "allow",
					topic: n,
					words: [e]
				}),
				children: [j(e), " ×"]
			}, e)),
			t.length > 30 && /* @__PURE__ */ J("span", {
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
function Do({ word: e }) {
	let t = ln.value, n = H.value.topic;
	if (!gn()) return null;
	let r = (n) => /* @__PURE__ */ J("label", { children: [n === "add" ? "Add to" : "Remove from", /* @__PURE__ */ J("select", {
		disabled: K.value,
		value: "",
		onChange: (t) => {
			let r = Number(t.currentTarget.value);
			t.currentTarget.value = "", q({
				edit: n,
				topic: r,
				words: [e]
			});
		},
		children: [/* @__PURE__ */ J("option", {
			value: "",
			children: "choose a topic"
		}), t.map((e) => /* @__PURE__ */ J("option", {
			value: e.topic,
			children: [
				e.topic,
				" ",
				W(e.topic)
			]
		}, e.topic))]
	})] });
	return /* @__PURE__ */ J("div", {
		class: "row steering",
		children: [
			n !== null && dn(n) && /* @__PURE__ */ J("button", {
				type: "button",
				class: "main",
				disabled: K.value,
				onClick: () => void q({
					edit: "remove",
					topic: n,
					words: [e]
				}),
				children: ["Remove from topic ", n]
			}),
			r("add"),
			r("remove"),
			/* @__PURE__ */ J("button", {
				type: "button",
				disabled: K.value,
				onClick: () => void q({
					edit: "stop",
					words: [e]
				}),
				children: "Stop everywhere"
			})
		]
	});
}
function Oo() {
	let [e, t] = I(""), [n, r] = I(!1);
	if (!gn()) return null;
	let i = V.value?.topics.length ?? 0, a = [...an.value], o = (e) => {
		if (!e) return;
		t(""), r(!1), an.value = /* @__PURE__ */ new Set();
		let n = e.topics[e.topics.length - 1];
		n !== void 0 && setTimeout(() => G({
			view: "topics",
			topic: n,
			document: null,
			word: null
		}), 400);
	};
	return /* @__PURE__ */ J("div", {
		class: "new-topic",
		children: [/* @__PURE__ */ J("div", {
			class: "row",
			children: [
				/* @__PURE__ */ J("button", {
					type: "button",
					"aria-expanded": n,
					onClick: () => r(!n),
					children: "New topic"
				}),
				/* @__PURE__ */ J("button", {
					type: "button",
					disabled: K.value || i < 2,
					title: "The two most similar topics are merged",
					onClick: () => void q({
						edit: "topics",
						n_topics: i - 1
					}),
					children: "One fewer"
				}),
				/* @__PURE__ */ J("button", {
					type: "button",
					disabled: K.value,
					title: "A topic is added, which training fills",
					onClick: () => void q({
						edit: "topics",
						n_topics: i + 1
					}),
					children: "One more"
				}),
				a.length > 0 && /* @__PURE__ */ J("button", {
					type: "button",
					class: "main",
					disabled: K.value,
					onClick: () => {
						q({
							edit: "create",
							rows: a
						}).then(o);
					},
					children: [
						"From ",
						a.length,
						" ",
						a.length === 1 ? "document" : "documents"
					]
				})
			]
		}), n && /* @__PURE__ */ J("form", {
			class: "row",
			onSubmit: (t) => {
				t.preventDefault();
				let n = xn(e);
				n.length && q({
					edit: "create",
					words: n
				}).then(o);
			},
			children: [/* @__PURE__ */ J("label", {
				class: "grow",
				children: [/* @__PURE__ */ J("span", {
					class: "hidden",
					children: "Words of the new topic"
				}), /* @__PURE__ */ J("input", {
					name: "new-words",
					placeholder: "Words of the new topic",
					maxLength: 300,
					value: e,
					onInput: (e) => t(e.currentTarget.value)
				})]
			}), /* @__PURE__ */ J("button", {
				type: "submit",
				disabled: K.value,
				children: "Create"
			})]
		})]
	});
}
// src/views/topic_map.tsx
function ko() {
	let e = ot(null), t = ln.value;
	nn.value ? e.current ??= new Map(t.map((e) => [e.topic, [e.x, e.y]])) : e.current = null;
	let n = t.map((t) => e.current?.get(t.topic) ?? [t.x, t.y]), r = H.value.topic, i = t.map((e, t) => ({
		topic: e,
		place: n[t] ?? [0, 0]
	})).sort((e, t) => t.topic.share - e.topic.share);
	return /* @__PURE__ */ J(yo, {
		title: "Topic map",
		table: {
			head: [
				"topic",
				"name",
				"share",
				"x",
				"y"
			],
			rows: t.map((e, t) => [
				e.topic,
				W(e.topic),
				M(e.share),
				(n[t]?.[0] ?? 0).toFixed(3),
				(n[t]?.[1] ?? 0).toFixed(3)
			])
		},
		note: "Topics with similar words are close together. Area: share of all tokens.",
		controls: /* @__PURE__ */ J("label", {
			class: "freeze",
			children: [/* @__PURE__ */ J("input", {
				type: "checkbox",
				checked: nn.value,
				onChange: (e) => {
					nn.value = e.currentTarget.checked;
				}
			}), " Freeze"]
		}),
		children: /* @__PURE__ */ J(so, {
			most: 900,
			children: (e) => {
				let a = Math.round(Math.max(260, e * .62)), [o, s] = jo(n, e, a), c = _a([0, Math.max(.02, ...t.map((e) => e.share))], [0, Math.min(34, e / 18)]);
				return /* @__PURE__ */ J("svg", {
					class: "chart map",
					width: e,
					height: a,
					viewBox: `0 0 ${e} ${a}`,
					role: "group",
					"aria-label": "Topic map",
					children: i.map(({ topic: e, place: t }) => /* @__PURE__ */ J(Ao, {
						topic: e,
						cx: o(t[0] ?? 0),
						cy: s(t[1] ?? 0),
						r: c(e.share),
						isChosen: r === e.topic
					}, e.topic))
				});
			}
		})
	});
}
function Ao({ topic: e, cx: t, cy: n, r, isChosen: i }) {
	let a = () => G({
		topic: i ? null : e.topic,
		word: null,
		document: null
	});
	return /* @__PURE__ */ J("g", {
		class: `circle${i ? " chosen" : ""}`,
		style: { transform: `translate(${t}px, ${n}px)` },
		role: "button",
		tabindex: 0,
		"aria-pressed": i,
		"aria-label": `Topic ${e.topic}: ${W(e.topic)}, ${M(e.share)}`,
		onClick: a,
		onKeyDown: (e) => {
			(e.key === "Enter" || e.key === " ") && (e.preventDefault(), a());
		},
		children: [
			/* @__PURE__ */ J("title", { children: `${e.topic}: ${W(e.topic, 6)}` }),
			/* @__PURE__ */ J("circle", { r: Math.max(r, 5) }),
			/* @__PURE__ */ J("text", {
				"text-anchor": "middle",
				"dominant-baseline": "central",
				children: e.topic
			})
		]
	});
}
function jo(e, t, n) {
	let [r = 0, i = 1] = Pn(e, (e) => e[0]), [a = 0, o = 1] = Pn(e, (e) => e[1]), s = Math.max((i - r) / (t - 80), (o - a) / (n - 80), 1e-6), c = (r + i) / 2, l = (a + o) / 2;
	return [da([c, c + s], [t / 2, t / 2 + 1]), da([l, l + s], [n / 2, n / 2 + 1])];
}
// src/views/one_topic.tsx
function Mo() {
	let e = V.value;
	if (!e) return "";
	let t = e.phase === "training" || e.phase === "preview" ? Math.floor(e.progress.training?.seconds ?? 0) : e.phase;
	return `${e.run} ${t} ${e.edits.version} ${e.n_indexed === e.n_documents}`;
}
function No({ topic: e }) {
	let [t, n] = I(!1), { answer: r, error: i } = Sn("topic", {
		topic: e,
		lambda: H.value.lambda,
		words: 24,
		uncertain: t
	}, Mo()), a = dn(e);
	if (i) return /* @__PURE__ */ J("p", {
		class: "error",
		children: i
	});
	if (!r || !a) return /* @__PURE__ */ J("p", {
		class: "empty",
		children: [
			"Loading topic ",
			e,
			"…"
		]
	});
	let o = r.words.filter((e) => e.share > 0), s = {
		head: [
			"word",
			"share of the topic",
			"tokens in the topic",
			"tokens in all topics"
		],
		rows: o.map((e) => [
			j(e.word),
			M(e.share, 2),
			N(e.count),
			N(e.total)
		])
	};
	return /* @__PURE__ */ J("article", {
		class: "one",
		"aria-label": `Topic ${e}`,
		children: [
			/* @__PURE__ */ J("header", {
				class: "one-head",
				children: [/* @__PURE__ */ J("h2", { children: [
					/* @__PURE__ */ J("span", {
						class: "number",
						children: e
					}),
					" ",
					W(e)
				] }), /* @__PURE__ */ J("button", {
					type: "button",
					class: "close",
					onClick: () => G({ topic: null }),
					children: "Close"
				})]
			}),
			/* @__PURE__ */ J("p", {
				class: "facts",
				children: [
					M(r.share),
					" of all tokens",
					a.coherence !== null && /* @__PURE__ */ J(x, { children: [" · coherence ", a.coherence.toFixed(2)] }),
					a.stability !== null && /* @__PURE__ */ J(x, { children: [" · stability ", M(a.stability, 0)] })
				]
			}),
			/* @__PURE__ */ J("div", {
				class: "columns",
				children: [/* @__PURE__ */ J("div", { children: [
					/* @__PURE__ */ J(yo, {
						title: "Words",
						table: s,
						note: "Strong: tokens of this topic. Faint: tokens of all topics. Select a word to read where it occurs.",
						children: /* @__PURE__ */ J(fo, {
							name: `Words of topic ${e}`,
							bars: o.map((e) => ({
								label: j(e.word).slice(0, 20),
								value: e.count,
								ground: e.total,
								note: M(e.share)
							})),
							onSelect: (e) => G({ word: o[e]?.word ?? null })
						})
					}),
					/* @__PURE__ */ J(wo, { answer: r }),
					/* @__PURE__ */ J(Po, { topic: e }),
					/* @__PURE__ */ J(ko, {})
				] }), /* @__PURE__ */ J("div", { children: [/* @__PURE__ */ J("section", {
					class: "figure",
					"aria-label": "Documents",
					children: [/* @__PURE__ */ J("header", { children: [/* @__PURE__ */ J("h3", { children: "Documents" }), /* @__PURE__ */ J("span", {
						class: "tools",
						children: [/* @__PURE__ */ J("button", {
							type: "button",
							"aria-pressed": !t,
							onClick: () => n(!1),
							children: "Most typical"
						}), /* @__PURE__ */ J("button", {
							type: "button",
							"aria-pressed": t,
							onClick: () => n(!0),
							children: "Most uncertain"
						})]
					})] }), /* @__PURE__ */ J(xo, {
						documents: r.documents,
						empty: V.value?.is_preview ? "Documents appear when all of them have been read." : "None found yet."
					})]
				}), /* @__PURE__ */ J("section", {
					class: "figure",
					"aria-label": "Related topics",
					children: [/* @__PURE__ */ J("header", { children: /* @__PURE__ */ J("h3", { children: "Related topics" }) }), /* @__PURE__ */ J("ul", {
						class: "related",
						children: r.related.slice(0, 5).map((e) => /* @__PURE__ */ J("li", { children: /* @__PURE__ */ J("button", {
							type: "button",
							onClick: () => G({ topic: e.topic }),
							children: [
								/* @__PURE__ */ J("span", {
									class: "number",
									children: e.topic
								}),
								" ",
								W(e.topic, 4),
								/* @__PURE__ */ J("span", {
									class: "end",
									children: [M(e.similarity, 0), " alike"]
								})
							]
						}) }, e.topic))
					})]
				})] })]
			})
		]
	});
}
function Po({ topic: e }) {
	let t = (V.value?.columns?.dates.length ?? 0) > 0, { answer: n } = Sn("time", t ? {} : null, Mo());
	if (!t || !n) return null;
	let r = n.periods.map((t) => {
		let r = t.topics.find(([t]) => t === e);
		return r ? {
			label: Fo(t.start, n.every),
			value: r[1],
			low: r[2],
			high: r[3]
		} : {
			label: Fo(t.start, n.every),
			value: null
		};
	});
	return /* @__PURE__ */ J(yo, {
		title: "Over time",
		note: `Mean share per ${n.every}, with its 95% interval.`,
		table: {
			head: [
				n.every,
				"documents",
				"share",
				"low",
				"high"
			],
			rows: n.periods.map((e, t) => [
				e.start,
				e.n_documents,
				...[
					r[t]?.value,
					r[t]?.low,
					r[t]?.high
				].map((e) => e == null ? "" : M(e))
			])
		},
		children: /* @__PURE__ */ J(lo, {
			name: `Topic ${e} over time`,
			points: r,
			format: (e) => M(e, 0)
		})
	});
}
function Fo(e, t) {
	return t.endsWith("year") || t.endsWith("y") ? e.slice(0, 4) : t === "day" || t === "week" || t.endsWith("d") || t.endsWith("w") ? e : e.slice(0, 7);
}
// src/views/groups.tsx
function Io() {
	let e = V.value?.columns, t = [...e?.dates ?? [], ...e?.groups ?? []], n = H.value.column && t.includes(H.value.column) ? H.value.column : t[0], [r, i] = I(!1), a = n !== void 0 && (e?.dates.includes(n) ?? !1), o = n === void 0 ? null : {
		column: n,
		exact: r
	}, s = Sn("time", a ? o : null, Mo()), c = Sn("groups", a ? null : o, Mo()), l = a ? s : c;
	return n === void 0 ? /* @__PURE__ */ J("article", {
		class: "groups",
		children: /* @__PURE__ */ J("p", {
			class: "empty",
			children: "The documents have no dates and no columns with groups. Files with further columns, such as a date, show topics by them here."
		})
	}) : /* @__PURE__ */ J("article", {
		class: "groups",
		"aria-label": "Groups and time",
		children: [
			/* @__PURE__ */ J("div", {
				class: "filters",
				children: [
					/* @__PURE__ */ J("label", { children: ["Column", /* @__PURE__ */ J("select", {
						value: n,
						onChange: (e) => {
							i(!1), G({ column: e.currentTarget.value });
						},
						children: t.map((t) => /* @__PURE__ */ J("option", {
							value: t,
							children: [j(t), e?.dates.includes(t) ? " (over time)" : ""]
						}, t))
					})] }),
					/* @__PURE__ */ J("label", { children: ["Topic", /* @__PURE__ */ J("select", {
						value: H.value.topic ?? "",
						onChange: (e) => G({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) }),
						children: [/* @__PURE__ */ J("option", {
							value: "",
							children: "all, small"
						}), ln.value.map((e) => /* @__PURE__ */ J("option", {
							value: e.topic,
							children: [
								e.topic,
								" ",
								W(e.topic, 2)
							]
						}, e.topic))]
					})] }),
					l.answer && l.answer.n_used < l.answer.n_documents && /* @__PURE__ */ J("span", {
						class: "note",
						children: [
							"From ",
							N(l.answer.n_used),
							" of ",
							N(l.answer.n_documents),
							" documents.",
							" ",
							/* @__PURE__ */ J("button", {
								type: "button",
								onClick: () => i(!0),
								children: "Use all"
							})
						]
					})
				]
			}),
			l.error && /* @__PURE__ */ J("p", {
				class: "error",
				children: l.error
			}),
			!l.answer && !l.error && /* @__PURE__ */ J("p", {
				class: "empty",
				children: "Loading…"
			}),
			a && s.answer && /* @__PURE__ */ J(zo, { answer: s.answer }),
			!a && c.answer && /* @__PURE__ */ J(Bo, { answer: c.answer })
		]
	});
}
function Lo() {
	let e = H.value.topic;
	return e === null ? ln.value.map((e) => e.topic) : [e];
}
var Ro = (e, t) => e.find(([e]) => e === t);
function zo({ answer: e }) {
	let t = Lo(), n = t.length === 1;
	return /* @__PURE__ */ J("div", {
		class: n ? "" : "multiples",
		children: t.map((t) => {
			let r = e.periods.map((n) => {
				let r = Ro(n.topics, t), i = Fo(n.start, e.every);
				return r ? {
					label: i,
					value: r[1],
					low: r[2],
					high: r[3]
				} : {
					label: i,
					value: null
				};
			});
			return /* @__PURE__ */ J(yo, {
				title: `${t} ${W(t, n ? 5 : 2)}`,
				table: {
					head: [
						e.every,
						"documents",
						"share",
						"low",
						"high"
					],
					rows: e.periods.map((e) => {
						let n = Ro(e.topics, t);
						return [
							e.start,
							e.n_documents,
							...n ? [
								M(n[1]),
								M(n[2]),
								M(n[3])
							] : [
								"",
								"",
								""
							]
						];
					})
				},
				children: /* @__PURE__ */ J(lo, {
					name: `Topic ${t} per ${e.every}`,
					points: r,
					format: (e) => M(e, 0),
					height: n ? 280 : 130
				})
			}, t);
		})
	});
}
function Bo({ answer: e }) {
	let t = Lo(), n = t.length === 1;
	return /* @__PURE__ */ J("div", {
		class: n ? "" : "multiples",
		children: t.map((t) => /* @__PURE__ */ J(yo, {
			title: `${t} ${W(t, n ? 5 : 2)}`,
			table: {
				head: [
					e.column,
					"documents",
					"share",
					"low",
					"high"
				],
				rows: e.groups.map((e) => {
					let n = Ro(e.topics, t);
					return [
						j(e.group),
						e.n_documents,
						...n ? [
							M(n[1]),
							M(n[2]),
							M(n[3])
						] : [
							"",
							"",
							""
						]
					];
				})
			},
			children: /* @__PURE__ */ J(fo, {
				name: `Topic ${t} by ${e.column}`,
				labelWidth: n ? 160 : 80,
				bars: e.groups.map((e) => {
					let r = Ro(e.topics, t);
					return {
						label: j(e.group).slice(0, n ? 24 : 12),
						value: r?.[1] ?? 0,
						low: r?.[2] ?? 0,
						high: r?.[3] ?? 0,
						note: r ? M(r[1]) : ""
					};
				})
			})
		}, t))
	});
}
// src/views/one_document.tsx
var Vo = 7;
function Ho({ row: e }) {
	let { answer: t, error: n } = Sn("document", { row: e }, Mo()), [r, i] = I(null);
	if (n) return /* @__PURE__ */ J("p", {
		class: "error",
		children: n
	});
	if (!t) return /* @__PURE__ */ J("p", {
		class: "empty",
		children: "Loading document…"
	});
	let a = new Map(t.shares.slice(0, Vo).map(([e], t) => [e, t])), o = (e) => `c${a.get(e) ?? "x"}`;
	return /* @__PURE__ */ J("article", {
		class: "one document",
		"aria-label": `Document ${j(String(t.id))}`,
		children: [
			/* @__PURE__ */ J("header", {
				class: "one-head",
				children: [/* @__PURE__ */ J("h2", { children: j(String(t.id)) }), /* @__PURE__ */ J("button", {
					type: "button",
					class: "close",
					onClick: () => G({ document: null }),
					children: "Close"
				})]
			}),
			/* @__PURE__ */ J("p", {
				class: "facts",
				children: [
					N(t.n_tokens),
					" tokens",
					Object.entries(t.metadata).map(([e, t]) => /* @__PURE__ */ J("span", { children: [
						" · ",
						A(e),
						" ",
						A(t === null ? "–" : String(t)).slice(0, 200)
					] }, e))
				]
			}),
			/* @__PURE__ */ J("div", {
				class: "columns reading",
				children: [/* @__PURE__ */ J("div", { children: [
					/* @__PURE__ */ J(Uo, {
						answer: t,
						colour: o,
						marked: r,
						onMark: i
					}),
					t.parts.length > 0 ? /* @__PURE__ */ J(Wo, {
						answer: t,
						colour: o,
						marked: r
					}) : /* @__PURE__ */ J(Ko, { answer: t }),
					t.is_cut && /* @__PURE__ */ J("p", {
						class: "note",
						children: "The text is longer; its beginning is shown."
					})
				] }), /* @__PURE__ */ J("div", { children: [/* @__PURE__ */ J(yo, {
					title: "Topics of this document",
					table: {
						head: [
							"topic",
							"name",
							"share"
						],
						rows: t.shares.map(([e, t]) => [
							e,
							W(e),
							M(t)
						])
					},
					children: /* @__PURE__ */ J(fo, {
						name: "Topics of this document",
						labelWidth: 220,
						onSelect: (e) => G({
							topic: t.shares[e]?.[0] ?? null,
							document: null,
							view: "topics"
						}),
						bars: t.shares.slice(0, 8).filter(([, e]) => e >= 5e-4).map(([e, t]) => ({
							label: `${e}  ${W(e, 2)}`.slice(0, 34),
							value: t,
							note: M(t)
						}))
					})
				}), /* @__PURE__ */ J("section", {
					class: "figure",
					"aria-label": "Similar documents",
					children: [/* @__PURE__ */ J("header", { children: /* @__PURE__ */ J("h3", { children: "Similar documents" }) }), /* @__PURE__ */ J(xo, {
						documents: t.similar,
						empty: "None found yet."
					})]
				})] })]
			})
		]
	});
}
function Uo({ answer: e, colour: t, marked: n, onMark: r }) {
	return /* @__PURE__ */ J("p", {
		class: "legend",
		"aria-label": "Show the words of one topic",
		children: e.shares.slice(0, Vo).map(([e]) => /* @__PURE__ */ J("button", {
			type: "button",
			class: t(e),
			"aria-pressed": n === e,
			onClick: () => r(n === e ? null : e),
			children: [
				/* @__PURE__ */ J("b", { children: e }),
				" ",
				W(e, 2)
			]
		}, e))
	});
}
function Wo({ answer: e, colour: t, marked: n }) {
	return /* @__PURE__ */ J("p", {
		class: "text",
		dir: "auto",
		tabIndex: 0,
		role: "group",
		"aria-label": "Text; arrow keys move between words, Enter opens one",
		onKeyDown: Go,
		children: e.parts.map((e, r) => {
			if (e.length === 1) return A(e[0]);
			let [i, a, o, s] = e;
			return /* @__PURE__ */ J("span", {
				class: n === null || n === o ? t(o) : "",
				role: "button",
				tabIndex: -1,
				title: `${o} ${W(o, 2)}: ${M(s, 0)}`,
				onClick: () => G({ word: a }),
				children: A(i)
			}, r);
		})
	});
}
function Go(e) {
	let t = [...e.currentTarget.querySelectorAll("span[role=button]")], n = t.indexOf(e.target), r = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
	r ? (e.preventDefault(), t[Math.max(0, n + r)]?.focus()) : e.key === "Enter" && t[n]?.click();
}
function Ko({ answer: e }) {
	return /* @__PURE__ */ J(x, { children: [/* @__PURE__ */ J("p", {
		class: "note",
		children: "The documents have no texts; these are their words."
	}), /* @__PURE__ */ J("ul", {
		class: "counted",
		children: e.words.slice(0, 200).map(([e, t, n]) => /* @__PURE__ */ J("li", { children: [
			/* @__PURE__ */ J("button", {
				type: "button",
				onClick: () => G({ word: e }),
				children: j(e)
			}),
			" ",
			N(t),
			" ",
			/* @__PURE__ */ J("span", {
				class: "muted",
				children: ["topic ", n]
			})
		] }, e))
	})] });
}
// src/views/one_word.tsx
function qo({ word: e }) {
	let { answer: t, error: n } = Sn("word", { word: e }, Mo()), r = /* @__PURE__ */ J("header", {
		class: "one-head",
		children: [/* @__PURE__ */ J("h2", { children: [
			"“",
			j(e),
			"”"
		] }), /* @__PURE__ */ J("button", {
			type: "button",
			class: "close",
			onClick: () => G({ word: null }),
			children: "Close"
		})]
	});
	if (n || !t) return /* @__PURE__ */ J("article", {
		class: "one",
		"aria-label": "Word",
		children: [r, /* @__PURE__ */ J("p", {
			class: n ? "error" : "empty",
			children: n || "Loading…"
		})]
	});
	let i = t.topics.filter((e) => e.share >= .005).slice(0, 12), a = t.trend;
	return /* @__PURE__ */ J("article", {
		class: "one",
		"aria-label": `Word ${j(e)}`,
		children: [
			r,
			/* @__PURE__ */ J("p", {
				class: "facts",
				children: [
					M(t.share, 3),
					" of all tokens",
					t.n_documents !== null && /* @__PURE__ */ J(x, { children: [
						" · in ",
						N(t.n_documents),
						" documents"
					] })
				]
			}),
			/* @__PURE__ */ J(Do, { word: e }),
			/* @__PURE__ */ J("div", {
				class: "columns",
				children: [/* @__PURE__ */ J("div", { children: [/* @__PURE__ */ J(yo, {
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
							W(e.topic),
							M(e.share),
							M(e.probability, 3),
							e.rank
						])
					},
					children: /* @__PURE__ */ J(fo, {
						name: `Topics of ${j(e)}`,
						labelWidth: 220,
						bars: i.map((e) => ({
							label: `${e.topic}  ${W(e.topic, 2)}`.slice(0, 34),
							value: e.share,
							note: M(e.share)
						})),
						onSelect: (e) => G({
							topic: i[e]?.topic ?? null,
							word: null,
							view: "topics"
						})
					})
				}), a && /* @__PURE__ */ J(yo, {
					title: "Documents with the word",
					note: `Share of the documents per ${a.every}.`,
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
					children: /* @__PURE__ */ J(lo, {
						name: `Documents with ${j(e)}`,
						format: (e) => M(e, +(e < .05)),
						points: a.periods.map((e) => ({
							label: Fo(e.start, a.every),
							value: e.n_documents ? e.n_found / e.n_documents : null
						}))
					})
				})] }), /* @__PURE__ */ J("section", {
					class: "figure",
					"aria-label": "In context",
					children: [
						/* @__PURE__ */ J("header", { children: /* @__PURE__ */ J("h3", { children: "In context" }) }),
						t.contexts.length === 0 && /* @__PURE__ */ J("p", {
							class: "empty",
							children: "No text contains it yet."
						}),
						/* @__PURE__ */ J("ul", {
							class: "contexts",
							children: t.contexts.map((e) => /* @__PURE__ */ J("li", { children: /* @__PURE__ */ J("button", {
								type: "button",
								onClick: () => G({
									document: e.row,
									word: null
								}),
								children: [
									/* @__PURE__ */ J("span", {
										class: "before",
										children: /* @__PURE__ */ J("bdi", { children: A(e.before) })
									}),
									/* @__PURE__ */ J("mark", { children: A(e.word) }),
									/* @__PURE__ */ J("span", {
										class: "after",
										children: A(e.after)
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
function Jo() {
	let [e, t] = I(H.value.query), n = ot(H.value.query), [r, i] = I({}), [a, o] = I({
		from: "",
		to: ""
	}), [s, c] = I(20), l = V.value?.columns;
	at(() => {
		let t = setTimeout(() => {
			n.current = e, e !== H.value.query && G({ query: e });
		}, 30);
		return () => clearTimeout(t);
	}, [e]), at(() => {
		H.value.query !== n.current && t(H.value.query);
	}, [H.value.query]);
	let { query: u, topic: d } = H.value, f = Object.fromEntries(Object.entries(r).filter(([, e]) => e !== "")), p = !u.trim() && d === null && !Object.keys(f).length && !a.from && !a.to, m = {
		query: u,
		limit: s,
		groups: f,
		topic: d,
		from: a.from || null,
		to: a.to || null
	}, { answer: h, error: g } = Sn("search", p ? null : m, Mo()), _ = V.value;
	return /* @__PURE__ */ J("article", {
		class: "search",
		"aria-label": "Search",
		children: [
			/* @__PURE__ */ J("form", {
				onSubmit: (e) => e.preventDefault(),
				role: "search",
				children: [/* @__PURE__ */ J("label", {
					class: "query",
					children: [/* @__PURE__ */ J("span", {
						class: "hidden",
						children: "Search in documents"
					}), /* @__PURE__ */ J("input", {
						id: "query",
						type: "search",
						value: e,
						placeholder: "Words, or \"words in this order\"",
						maxLength: 500,
						onInput: (e) => t(e.currentTarget.value)
					})]
				}), /* @__PURE__ */ J("div", {
					class: "filters",
					children: [
						/* @__PURE__ */ J("label", { children: ["Topic", /* @__PURE__ */ J("select", {
							value: d === null ? "" : String(d),
							onChange: (e) => G({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) }),
							children: [/* @__PURE__ */ J("option", {
								value: "",
								children: "any"
							}), ln.value.map((e) => /* @__PURE__ */ J("option", {
								value: e.topic,
								children: [
									e.topic,
									" ",
									W(e.topic, 2)
								]
							}, e.topic))]
						})] }),
						l?.groups.map((e) => /* @__PURE__ */ J("label", { children: [e, /* @__PURE__ */ J("input", {
							type: "text",
							value: r[e] ?? "",
							placeholder: "any",
							onChange: (t) => i({
								...r,
								[e]: t.currentTarget.value.trim()
							})
						})] }, e)),
						(l?.dates.length ?? 0) > 0 && /* @__PURE__ */ J(x, { children: [/* @__PURE__ */ J("label", { children: ["From ", /* @__PURE__ */ J("input", {
							type: "date",
							value: a.from,
							onChange: (e) => o({
								...a,
								from: e.currentTarget.value
							})
						})] }), /* @__PURE__ */ J("label", { children: ["To ", /* @__PURE__ */ J("input", {
							type: "date",
							value: a.to,
							onChange: (e) => o({
								...a,
								to: e.currentTarget.value
							})
						})] })] })
					]
				})]
			}),
			_ && _.n_documents !== null && _.n_indexed < _.n_documents && !_.is_preview && /* @__PURE__ */ J("p", {
				class: "note",
				children: [M(_.n_indexed / _.n_documents, 0), " of the documents can be searched so far."]
			}),
			_ && $t.value !== null && /* @__PURE__ */ J("p", {
				class: "note",
				children: [
					"This searches the ",
					N($t.value),
					" documents in this file, of ",
					N(_.n_documents ?? 0),
					"."
				]
			}),
			g && /* @__PURE__ */ J("p", {
				class: "error",
				children: g
			}),
			p && /* @__PURE__ */ J("p", {
				class: "empty",
				children: "Type words, or choose a topic, to find documents."
			}),
			!p && h && /* @__PURE__ */ J(x, { children: [
				/* @__PURE__ */ J("p", {
					class: "note",
					role: "status",
					children: [
						h.hits.length ? `${h.more ? "The first " : ""}${N(h.hits.length)} documents` : "No document matches.",
						h.is_ranked === !1 && h.hits.length ? ", in the order of the files" : "",
						d !== null && u.trim() !== "" && /* @__PURE__ */ J(x, { children: [
							" ",
							`of topic ${d} only`,
							" ",
							/* @__PURE__ */ J("button", {
								type: "button",
								onClick: () => G({ topic: null }),
								children: "Search all topics"
							})
						] })
					]
				}),
				/* @__PURE__ */ J(xo, {
					documents: h.hits,
					empty: ""
				}),
				h.more && s < 200 && /* @__PURE__ */ J("button", {
					type: "button",
					onClick: () => c(Math.min(200, s * 2)),
					children: "More"
				})
			] })
		]
	});
}
// src/views/topic_list.tsx
function Yo() {
	let e = un.value, t = H.value.lambda;
	return /* @__PURE__ */ J("aside", {
		class: "topics",
		"aria-label": "Topics",
		children: [
			/* @__PURE__ */ J("div", {
				class: "list-head",
				children: [
					/* @__PURE__ */ J("h2", { children: e.length ? `${e.length} topics` : "Topics" }),
					/* @__PURE__ */ J("label", {
						class: "order",
						children: [/* @__PURE__ */ J("span", { children: "Order" }), /* @__PURE__ */ J("select", {
							value: tn.value,
							onChange: (e) => {
								tn.value = e.currentTarget.value;
							},
							children: [
								/* @__PURE__ */ J("option", {
									value: "number",
									children: "by number"
								}),
								/* @__PURE__ */ J("option", {
									value: "share",
									children: "by share"
								}),
								/* @__PURE__ */ J("option", {
									value: "coherence",
									children: "by coherence"
								})
							]
						})]
					}),
					/* @__PURE__ */ J("label", {
						class: "relevance",
						children: [
							/* @__PURE__ */ J("span", {
								title: "Frequent words of the topic, or words that only this topic has",
								children: "Words"
							}),
							/* @__PURE__ */ J("span", {
								class: "end",
								children: "specific"
							}),
							/* @__PURE__ */ J("input", {
								type: "range",
								min: "0",
								max: "1",
								step: "0.05",
								value: t,
								"aria-label": "Relevance: specific to frequent words",
								"aria-valuetext": `lambda ${t}`,
								onInput: (e) => G({ lambda: Number(e.currentTarget.value) })
							}),
							/* @__PURE__ */ J("span", {
								class: "end",
								children: "frequent"
							})
						]
					}),
					/* @__PURE__ */ J(Oo, {}),
					/* @__PURE__ */ J("p", {
						class: "key",
						"aria-hidden": "true",
						children: B.value?.canTrain ? "share, its history · coherence, stability" : "share · coherence"
					})
				]
			}),
			!e.length && /* @__PURE__ */ J("p", {
				class: "empty",
				children: V.value?.phase === "failed" ? "" : "The first topics appear here in a moment."
			}),
			/* @__PURE__ */ J("ol", {
				onKeyDown: (e) => {
					let t = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
					if (!t || !(e.target instanceof HTMLElement) || !e.target.matches(".topic-choice")) return;
					e.preventDefault();
					let n = [...e.currentTarget.querySelectorAll(".topic-choice")];
					n[n.indexOf(e.target) + t]?.focus();
				},
				children: e.map((e) => /* @__PURE__ */ J(Xo, { topic: e }, e.topic))
			})
		]
	});
}
function Xo({ topic: e }) {
	let [t, n] = I(!1), r = H.value.topic === e.topic, i = V.value?.is_preview ?? !1, a = r && !t && !i && B.value?.canEdit;
	return /* @__PURE__ */ J("li", {
		class: `${r ? "selected" : ""}${a ? " renamable" : ""}`,
		children: [t ? /* @__PURE__ */ J(Zo, {
			topic: e,
			onEnd: () => n(!1)
		}) : /* @__PURE__ */ J("button", {
			type: "button",
			class: "topic-choice",
			"aria-pressed": r,
			onClick: () => G({
				view: "topics",
				topic: r ? null : e.topic,
				word: null,
				document: null
			}),
			children: [
				/* @__PURE__ */ J("span", {
					class: "number",
					children: [e.topic, e.locked && /* @__PURE__ */ J("span", {
						class: "lock",
						title: "Locked",
						children: ["🔒", /* @__PURE__ */ J("span", {
							class: "hidden",
							children: "locked"
						})]
					})]
				}),
				/* @__PURE__ */ J("span", {
					class: "what",
					children: [e.name && /* @__PURE__ */ J("strong", { children: A(e.name) }), /* @__PURE__ */ J("span", {
						class: "words",
						children: e.words.map(j).join(" ")
					})]
				}),
				/* @__PURE__ */ J("span", {
					class: "figures",
					children: [
						/* @__PURE__ */ J("span", {
							class: "share",
							children: M(e.share)
						}),
						B.value?.canTrain && /* @__PURE__ */ J(co, { values: rn.value.get(e.topic) ?? [e.share] }),
						/* @__PURE__ */ J("span", {
							class: "quality",
							children: [/* @__PURE__ */ J("span", {
								title: "Coherence: NPMI of the ten most probable words",
								children: e.coherence === null ? "" : e.coherence.toFixed(2)
							}), /* @__PURE__ */ J("span", {
								title: "Stability: top words that were there at the last measurement",
								children: e.stability === null ? "" : M(e.stability, 0)
							})]
						})
					]
				})
			]
		}), a && /* @__PURE__ */ J("button", {
			type: "button",
			class: "rename",
			onClick: () => n(!0),
			children: "Rename"
		})]
	});
}
function Zo({ topic: e, onEnd: t }) {
	let n = (n) => {
		n !== (e.name ?? "") && B.value?.request("rename", {
			topic: e.topic,
			name: n
		}).catch((e) => {
			U.value = e.message;
		}), t();
	};
	return /* @__PURE__ */ J("form", {
		class: "name",
		onSubmit: (e) => {
			e.preventDefault(), n(String(new FormData(e.currentTarget).get("name") ?? "").trim());
		},
		children: [
			/* @__PURE__ */ J("label", { children: [/* @__PURE__ */ J("span", {
				class: "hidden",
				children: ["Name of topic ", e.topic]
			}), /* @__PURE__ */ J("input", {
				name: "name",
				maxLength: 100,
				defaultValue: e.name ?? "",
				placeholder: e.words.slice(0, 3).join(" "),
				ref: (e) => e?.focus(),
				onKeyDown: (e) => {
					e.key === "Escape" && (e.stopPropagation(), t());
				}
			})] }),
			/* @__PURE__ */ J("button", {
				type: "submit",
				children: "Save"
			}),
			/* @__PURE__ */ J("button", {
				type: "button",
				onClick: t,
				children: "Cancel"
			})
		]
	});
}
// src/views/training.tsx
var Qo = [
	["topics.csv", "Topics, CSV"],
	["topics.json", "Topics, JSON"],
	["documents.csv", "Topics of the documents, CSV"],
	["documents.parquet", "Topics of the documents, Parquet"],
	["model.safetensors", "Model"],
	["edits.json", "Edits, JSON"]
];
function $o() {
	let e = V.value, { answer: t } = Sn("training", {}, Mo()), n = e?.progress.training, r = (t?.history ?? []).filter((e) => e.score !== null);
	return /* @__PURE__ */ J("article", {
		class: "training",
		"aria-label": "Training",
		children: [
			/* @__PURE__ */ J("section", {
				class: "figure",
				children: [/* @__PURE__ */ J("header", { children: /* @__PURE__ */ J("h3", { children: "Training" }) }), n ? /* @__PURE__ */ J("dl", {
					class: "numbers",
					children: [
						/* @__PURE__ */ J("div", { children: [/* @__PURE__ */ J("dt", { children: "passes" }), /* @__PURE__ */ J("dd", { children: [n.passes, n.of_passes !== null && ` of ${n.of_passes}`] })] }),
						/* @__PURE__ */ J("div", { children: [/* @__PURE__ */ J("dt", { children: "documents visited" }), /* @__PURE__ */ J("dd", { children: N(n.documents) })] }),
						/* @__PURE__ */ J("div", { children: [/* @__PURE__ */ J("dt", { children: "documents per second" }), /* @__PURE__ */ J("dd", { children: N(n.documents_per_second) })] }),
						/* @__PURE__ */ J("div", { children: [/* @__PURE__ */ J("dt", { children: "tokens per second" }), /* @__PURE__ */ J("dd", { children: N(n.tokens_per_second) })] }),
						/* @__PURE__ */ J("div", { children: [/* @__PURE__ */ J("dt", { children: "time" }), /* @__PURE__ */ J("dd", { children: Ne(n.seconds) })] }),
						/* @__PURE__ */ J("div", { children: [/* @__PURE__ */ J("dt", { children: "held-out score per token" }), /* @__PURE__ */ J("dd", { children: n.score === null ? "–" : n.score.toFixed(4) })] })
					]
				}) : /* @__PURE__ */ J("p", {
					class: "empty",
					children: e?.phase === "done" ? "This model was trained before." : "Training has not begun."
				})]
			}),
			r.length > 1 && /* @__PURE__ */ J(yo, {
				title: "Held-out score",
				note: "Log-likelihood per token of documents that the model does not learn from. Higher is better.",
				table: {
					head: [
						"passes",
						"documents",
						"seconds",
						"score"
					],
					rows: r.map((e) => [
						e.passes,
						e.documents,
						e.seconds.toFixed(2),
						(e.score ?? 0).toFixed(4)
					])
				},
				children: /* @__PURE__ */ J(lo, {
					name: "Held-out score",
					height: 260,
					fromZero: !1,
					format: (e) => e.toFixed(2),
					points: r.map((e) => ({
						label: `${e.passes}`,
						value: e.score
					}))
				})
			}),
			/* @__PURE__ */ J(es, {})
		]
	});
}
function es() {
	let [e, t] = I(""), n = V.value !== null && V.value.topics.length > 0 && !V.value.is_preview, r = (e) => {
		t(e), B.value?.download(e).catch((e) => {
			U.value = e.message;
		}).finally(() => t(""));
	};
	return /* @__PURE__ */ J("section", {
		class: "figure",
		"aria-label": "Save",
		children: [/* @__PURE__ */ J("header", { children: /* @__PURE__ */ J("h3", { children: "Save" }) }), /* @__PURE__ */ J("p", {
			class: "downloads",
			children: Qo.map(([t, i]) => /* @__PURE__ */ J("button", {
				type: "button",
				disabled: !n || e !== "",
				onClick: () => r(t),
				children: e === t ? "Writing…" : i
			}, t))
		})]
	});
}
function ts() {
	let e = V.value;
	if (!e) return null;
	let t = e.progress.training, n = e.progress.reading, r = "", i = null;
	return e.phase === "reading" || e.phase === "preview" ? (r = n ? `Reading: ${N(n.documents)} documents` : "Reading", n?.of_bytes && (i = n.bytes / n.of_bytes), e.is_preview && (r += ` · preview of the first ${N(e.n_documents ?? 0)}`)) : t && e.phase !== "done" ? (i = t.share, r = e.phase === "paused" ? "Paused" : "Training", r += ` · pass ${Math.min(t.passes + 1, t.of_passes ?? Infinity)}`, t.of_passes && (r += ` of ${t.of_passes}`), t.remaining !== null && e.phase === "training" && (r += ` · ${Ne(t.remaining)} left`)) : e.phase === "done" ? (r = t ? `Trained in ${Ne(t.seconds)}` : "Trained", t?.score && (r += ` · score ${t.score.toFixed(3)}`)) : r = e.phase === "failed" ? "Failed" : "Training begins", /* @__PURE__ */ J("div", {
		class: "status",
		children: [
			/* @__PURE__ */ J("span", {
				role: "status",
				children: r
			}),
			i !== null && /* @__PURE__ */ J("progress", {
				max: 1,
				value: Math.min(1, i),
				"aria-label": `${r}, ${M(i, 0)}`
			}),
			(e.phase === "training" || e.phase === "paused") && /* @__PURE__ */ J("button", {
				type: "button",
				onClick: () => void B.value?.request(e.phase === "paused" ? "resume" : "pause", {}),
				children: e.phase === "paused" ? "Resume" : "Pause"
			})
		]
	});
}
// src/views/app.tsx
var ns = [
	["topics", "Topics"],
	["documents", "Documents"],
	["groups", "Groups and time"],
	["training", "Training and files"],
	["edits", "Edits"]
];
function rs() {
	let e = {
		training: B.value?.canTrain,
		edits: B.value?.canEdit
	};
	return ns.filter(([t]) => t === "training" || t === "edits" ? e[t] : !0);
}
function is() {
	at(() => (window.addEventListener("keydown", ss), () => window.removeEventListener("keydown", ss)), []), as();
	let e = V.value;
	return /* @__PURE__ */ J(x, { children: [
		/* @__PURE__ */ J("header", {
			class: "top",
			children: [
				/* @__PURE__ */ J("h1", { children: j(Qt.value) || "thalweg" }),
				e?.n_documents != null && /* @__PURE__ */ J("span", {
					class: "size",
					children: [
						N(e.n_documents),
						" documents · ",
						N(e.n_words ?? 0),
						" words",
						$t.value !== null && ` · ${N($t.value)} documents in this file`
					]
				}),
				/* @__PURE__ */ J("nav", {
					"aria-label": "Views",
					children: rs().map(([t, n]) => /* @__PURE__ */ J("button", {
						type: "button",
						"aria-current": H.value.view === t ? "page" : void 0,
						onClick: () => G({
							view: t,
							document: null,
							word: null
						}),
						children: [n, t === "edits" && e?.edits.n ? ` (${e.edits.n})` : ""]
					}, t))
				}),
				B.value?.canTrain && /* @__PURE__ */ J(ts, {})
			]
		}),
		!en.value.isConnected && en.value.why && /* @__PURE__ */ J("p", {
			class: "banner",
			role: "alert",
			children: en.value.why
		}),
		e?.phase === "failed" && /* @__PURE__ */ J("p", {
			class: "banner",
			role: "alert",
			children: e.message
		}),
		U.value && /* @__PURE__ */ J("p", {
			class: "banner calm",
			role: "status",
			children: [
				U.value,
				" ",
				e?.edits.n ? /* @__PURE__ */ J("button", {
					type: "button",
					onClick: () => void _n(),
					children: "Undo"
				}) : null,
				" ",
				/* @__PURE__ */ J("button", {
					type: "button",
					onClick: () => {
						U.value = "";
					},
					children: "Dismiss"
				})
			]
		}),
		/* @__PURE__ */ J("div", {
			class: "page",
			children: [/* @__PURE__ */ J(Yo, {}), /* @__PURE__ */ J("main", { children: /* @__PURE__ */ J(os, {}) })]
		})
	] });
}
function as() {
	let { view: e, topic: t, document: n, word: r } = H.value, i = ot(!0);
	at(() => {
		i.current || n === null && r === null && t === null || window.scrollTo({ top: 0 }), i.current = !1;
	}, [
		e,
		t,
		n,
		r
	]);
}
function os() {
	let { view: e, topic: t, document: n, word: r } = H.value;
	return r === null ? n === null ? e === "documents" ? /* @__PURE__ */ J(Jo, {}) : e === "groups" ? /* @__PURE__ */ J(Io, {}) : e === "training" && B.value?.canTrain ? /* @__PURE__ */ J($o, {}) : e === "edits" && B.value?.canEdit ? /* @__PURE__ */ J(Tn, {}) : t === null ? /* @__PURE__ */ J(ko, {}) : /* @__PURE__ */ J(No, { topic: t }) : /* @__PURE__ */ J(Ho, { row: n }) : /* @__PURE__ */ J(qo, { word: r });
}
function ss(e) {
	let t = e.target, n = t instanceof HTMLElement && t.matches("input, select, textarea");
	if (e.key === "Escape") n ? t.blur() : H.value.word === null ? H.value.document === null ? H.value.topic !== null && G({ topic: null }) : G({ document: null }) : G({ word: null });
	else if (!n && !e.ctrlKey && !e.metaKey && !e.altKey) {
		e.key === "/" && (e.preventDefault(), G({
			view: "documents",
			document: null,
			word: null
		}), requestAnimationFrame(() => document.getElementById("query")?.focus())), e.key === "u" && gn() && _n(), e.key === "r" && gn() && vn();
		let t = rs()[Number(e.key) - 1];
		t && G({
			view: t[0],
			document: null,
			word: null
		});
	}
}
// src/main.tsx
function cs(e, t) {
	B.value = t;
	let n = mn();
	return k(/* @__PURE__ */ J(is, {}), e), () => {
		n(), k(null, e);
	};
}
var ls = "thalweg-token";
function us(e) {
	let t = Ve(location.hash);
	if (t) {
		sessionStorage.setItem(ls, t);
		let e = new URLSearchParams(location.hash.replace(/^#/, ""));
		e.delete("token"), window.history.replaceState(null, "", e.size ? `#${e.toString()}` : location.pathname);
	}
	let n = sessionStorage.getItem(ls);
	hn();
	let r = new He(n ?? "", fn());
	cs(e, r), n ? r.connect() : en.value = {
		isConnected: !1,
		why: "The address has no token. Use the address that thalweg explore printed."
	};
}
function ds(e, t) {
	hn();
	let n = new Ie(t, fn());
	n.open(), cs(e, n);
}
var fs = document.getElementById("explorer");
if (fs) {
	let e = document.getElementById("thalweg-data")?.textContent;
	e ? ds(fs, JSON.parse(e)) : us(fs);
}
export { fn as listener, cs as mount };
